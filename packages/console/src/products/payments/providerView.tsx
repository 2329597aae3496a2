import type { OutputOf } from '#console/app/client.ts'
import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t } from '#console/texts/texts.ts'

/** The provider of a payment. The sandbox that every account has from the start has no record to link to. */
export function FieldView({ value }: FieldViewProps) {
  const id = String(value)
  const { data } = useRead<OutputOf<'account.record.cards'>>('account.record.cards', { ids: id })
  if (data === undefined) return null
  return data.items.length === 0 ? t('payments.provider.builtIn') : <RecordLink id={id} />
}
