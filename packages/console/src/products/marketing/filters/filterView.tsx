import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { FilterWords } from './filterWords.tsx'

/** A filter of contacts on the page of a record, in words. */
export function FieldView({ value }: FieldViewProps) {
  return <FilterWords tree={Object(value)} />
}
