import { useCard } from '#console/parts/cards.ts'
import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t } from '#console/texts/texts.ts'

/** The provider of a payment. The sandbox that every account has from the start has no record to link to. */
export function FieldView({ value }: FieldViewProps) {
  const id = String(value)
  const card = useCard(id)
  if (card === undefined) return null
  return card === null ? t('payments.provider.builtIn') : <RecordLink id={id} />
}
