import { Select, TextInput } from '@mantine/core'
import { currencyCodes } from '#console/parts/form/choices.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { t } from '#console/texts/texts.ts'
import { amountComparisons, type AmountCondition } from './amountCondition.ts'
import { ComparisonSelect } from './comparisonFields.tsx'

type FieldsProps<C extends AmountCondition> = { condition: C; change(condition: C): void }
type Balance = Extract<AmountCondition, { kind: 'balance' }>
type Payment = Extract<AmountCondition, { kind: 'payment' }>

const tokenLengthMax = 12

/** A condition on the tokens that a contact can spend. */
export function BalanceFields({ condition, change }: FieldsProps<Balance>) {
  return (
    <>
      <TextInput
        label={t('filter.balance.token')}
        w="10rem"
        maxLength={tokenLengthMax}
        value={condition.token}
        onChange={(event) => change({ ...condition, token: event.currentTarget.value.toUpperCase() })}
      />
      <AmountFields condition={condition} change={change} />
    </>
  )
}

const measures = ['count', 'total'] as const

/** A condition on the number of a contact's payments, or on their sum in a currency. */
export function PaymentFields({ condition, change }: FieldsProps<Payment>) {
  const { currency } = condition
  return (
    <>
      <Select
        label={t('filter.payment')}
        allowDeselect={false}
        w="11rem"
        data={measures.map((value) => ({ value, label: t(`filter.payment.${value}`) }))}
        value={currency === null ? 'count' : 'total'}
        onChange={(next) => change({ ...condition, currency: next === 'total' ? 'EUR' : null, amount: null })}
      />
      {currency === null ? null : (
        <Select
          label={t('form.currency')}
          searchable
          allowDeselect={false}
          w="7rem"
          data={currencyCodes()}
          value={currency}
          onChange={(next) => next !== null && change({ ...condition, currency: next, amount: null })}
        />
      )}
      <AmountFields condition={condition} currency={currency} change={change} />
    </>
  )
}

/** Comparison and amount, in the digits of the currency where there is one. */
function AmountFields<C extends AmountCondition>({
  condition,
  currency = null,
  change,
}: FieldsProps<C> & { currency?: string | null }) {
  const { is, amount } = condition
  const digits = currency === null ? 0 : digitsOf(currency)
  const scale = 10 ** digits
  return (
    <>
      <ComparisonSelect
        of={amountComparisons}
        is={is}
        change={(next) => change({ ...condition, is: amountComparisons.find((each) => each === next) ?? is })}
      />
      <NumberField
        key={currency}
        label={t('filter.value')}
        w="9rem"
        min={0}
        decimalScale={digits}
        suffix={currency === null ? '' : ` ${currency}`}
        value={amount === null ? null : amount / scale}
        onChange={(next) => change({ ...condition, amount: next === null ? null : Math.round(next * scale) })}
      />
    </>
  )
}
