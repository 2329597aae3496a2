import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { FilterWords } from '#console/products/marketing/filters/filterWords.tsx'
import { t } from '#console/texts/texts.ts'

/** People who may use an offer: a segment, a contact, or a filter in words. */
export function FieldView({ value }: FieldViewProps) {
  const { segmentId, contactId, filter } = Object(value)
  if (typeof segmentId === 'string') {
    return (
      <>
        {t('why.segment')} <RecordLink id={segmentId} />
      </>
    )
  }
  return typeof contactId === 'string' ? <RecordLink id={contactId} /> : <FilterWords tree={Object(filter)} />
}
