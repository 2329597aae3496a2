import { Select } from '@mantine/core'
import { currencyCodes } from '#console/parts/form/choices.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { t } from '#console/texts/texts.ts'

/** Price of an order in minor units, as typed; null without one. */
export type Price = { amount: number | null; currency: string }

/** Inputs of the price of an order: a coupon with a least price needs it, and the discount follows from it. */
export function OrderPrice({ price: { amount, currency }, change }: { price: Price; change(next: Price): void }) {
  const scale = 10 ** digitsOf(currency)
  return (
    <div className="door-price">
      <NumberField
        size="md"
        aria-label={t('loyalty.door.price')}
        placeholder={t('loyalty.door.price')}
        min={0}
        hideControls
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
