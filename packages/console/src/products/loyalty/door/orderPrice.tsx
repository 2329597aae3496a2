import { Select } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { currencyCodes } from '#console/parts/form/choices.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { t } from '#console/texts/texts.ts'

/** Price of an order in minor units, as typed; null without one. */
export type Price = { amount: number | null; currency: string }

/** A scanner types a character within so many milliseconds of the one before; a person takes longer. */
const scannedMs = 50
/** Fewest digits that a scanner types, where a price of as many would be typed by hand. */
const scannedDigits = 6

type PriceProps = { price: Price; change(next: Price): void; toCode(begun: string): void }

/**
 * Inputs of the price of an order: a coupon with a least price needs it, and the discount follows from it. A code that
 * is scanned into the price goes on in the input of the code, and the price is as it was.
 */
export function OrderPrice({ price: { amount, currency }, change, toCode }: PriceProps) {
  const scale = 10 ** digitsOf(currency)
  const burst = useRef({ text: '', atMs: 0, before: amount })
  const onKeyDown = ({ key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return
    const { text, atMs, before } = burst.current
    const isScanned = timeStamp - atMs < scannedMs
    const begun = isScanned ? { text, before } : { text: '', before: amount }
    const isCode = /^[\p{L}_-]$/u.test(key) || (key === 'Enter' && isScanned && text.length >= scannedDigits)
    if (key.length === 1) burst.current = { text: begun.text + key, atMs: timeStamp, before: begun.before }
    if (!isCode) return
    change({ currency, amount: begun.before })
    toCode(begun.text)
  }
  return (
    <div className="door-price">
      <NumberField
        size="md"
        aria-label={t('loyalty.door.price')}
        placeholder={t('loyalty.door.price')}
        min={0}
        hideControls
        onKeyDown={onKeyDown}
        decimalScale={digitsOf(currency)}
        value={amount === null ? null : amount / scale}
        onChange={(next) => change({ currency, amount: next === null ? null : Math.round(next * scale) })}
      />
      <Select
        size="md"
        aria-label={t('form.currency')}
        data={currencyCodes()}
        value={currency}
        searchable
        onChange={(next) => next !== null && change({ amount, currency: next })}
      />
    </div>
  )
}
