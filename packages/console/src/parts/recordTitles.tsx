import { useCards } from './cards.ts'
import type { ApiRecord } from './descriptor.ts'
import { ownTitle, titleOfRecord } from './list/listColumns.ts'

/** Titles of records: of their own fields, else of their cards, which may be the title of a related record. */
export function useRecordTitles(records: readonly ApiRecord[]): string[] {
  const cards = useCards(records.map((record) => (ownTitle(record) === undefined ? record.id : '')))
  return records.map((record, index) => cards[index]?.title ?? titleOfRecord(record))
}

/** The title of a record. */
export function useRecordTitle(record: ApiRecord): string {
  return useRecordTitles([record])[0] ?? record.id
}

/** The title of a record as text. */
export function RecordTitle({ record }: { record: ApiRecord }) {
  return useRecordTitle(record)
}
