import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { propertyText } from '#console/products/marketing/filters/conditionTexts.ts'

/** Comparisons of properties of the event of a rule, in words. */
export function FieldView({ value }: FieldViewProps) {
  const tests: readonly unknown[] = Array.isArray(value) ? value : []
  return tests.map(propertyText).join(', ')
}
