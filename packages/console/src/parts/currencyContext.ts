import { createContext, useContext } from 'react'

/** Currency of the amounts in minor units within a record, a form or a group of them; undefined where none is known. */
export const CurrencyContext = createContext<string | undefined>(undefined)

/** The currency of a group of values, by its own field `currency`; else that of the values around it. */
export function useCurrencyOf(values: unknown): string | undefined {
  const around = useContext(CurrencyContext)
  const { currency } = Object(values)
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : around
}
