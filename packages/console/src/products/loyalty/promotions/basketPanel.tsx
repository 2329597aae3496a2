import type { PanelProps } from '#console/parts/descriptor.ts'
import { TryBasket } from './tryBasket.tsx'

/** A basket on the page of a promotion, which it meets in any of its states. */
export function Panel({ record }: PanelProps) {
  const { currency } = record
  return <TryBasket promotionId={record.id} currency={typeof currency === 'string' ? currency : 'EUR'} />
}
