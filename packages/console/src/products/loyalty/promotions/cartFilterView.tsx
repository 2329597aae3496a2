import { useContext } from 'react'
import { CurrencyContext } from '#console/parts/currencyContext.ts'
import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { FilterWords } from '#console/products/marketing/filters/filterWords.tsx'
import { cartConditionText } from './cartConditionTexts.ts'

/** Carts and buyers that a promotion applies to, in words. */
export function FieldView({ value }: FieldViewProps) {
  const currency = useContext(CurrencyContext)
  return <FilterWords tree={Object(value)} textOf={(condition) => cartConditionText(condition, currency)} />
}
