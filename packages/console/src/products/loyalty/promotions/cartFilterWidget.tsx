import { ActionIcon, Button, Fieldset, JsonInput, Select, Stack, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useContext, useState } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { CurrencyContext } from '#console/parts/currencyContext.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { ComparisonSelect, ValueField } from '#console/products/marketing/filters/comparisonFields.tsx'
import { FieldWidget as PeopleFilter } from '#console/products/marketing/filters/filterWidget.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { t } from '#console/texts/texts.ts'
import {
  cartComparisons,
  cartFields,
  conditionsOf,
  filterOf,
  isComplete,
  newCartRow,
  type CartConditions,
  type CartField,
  type CartRow,
} from './cartConditions.ts'
import { weekdayText } from './cartConditionTexts.ts'
import '#console/products/marketing/filters/filters.css'

/** Carts and buyers that a promotion applies to: conditions on the cart, and a filter of contacts. */
export function FieldWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const [kept, setKept] = useState<CartConditions | undefined>(() => conditionsOf(value))
  const complaints = Object.values(errors).join(' ')
  const put = (next: CartConditions) => {
    setKept(next)
    onChange(filterOf(next))
  }
  if (kept === undefined) return <WholeFilter {...{ label, value, onChange, complaints }} />
  const { rows, people } = kept
  const change = (key: number, part: Partial<CartRow>) =>
    put({ people, rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) })
  const isGap = rows.some((row) => !isComplete(row))
  return (
    <Stack gap="md">
      <Fieldset legend={t('promotion.cart')} className="filter">
        <Stack gap="sm">
          <Text size="xs" c="dimmed">
            {t('promotion.cart.text')}
          </Text>
          <ul
            className="filter-rows"
            data-broken={isGap ? 'condition' : undefined}
            data-broken-text={isGap ? t('promotion.cart.gap') : undefined}
          >
            {rows.map((row) => (
              <li key={row.key}>
                <ConditionFields row={row} change={(part) => change(row.key, part)} />
                <ActionIcon
                  className="filter-remove"
                  variant="subtle"
                  color="gray"
                  aria-label={t('filter.remove')}
                  onClick={() => put({ people, rows: rows.filter(({ key }) => key !== row.key) })}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <Button
            variant="default"
            size="xs"
            style={{ justifySelf: 'start', alignSelf: 'start' }}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => put({ people, rows: [...rows, newCartRow()] })}
          >
            {t('promotion.cart.add')}
          </Button>
          {complaints === '' ? null : (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {complaints}
            </Text>
          )}
        </Stack>
      </Fieldset>
      <PeopleFilter
        label={t('promotion.people')}
        description={t('promotion.people.text')}
        value={people}
        onChange={(next) => put({ rows, people: next === null ? null : Object(next) })}
        errors={{}}
      />
    </Stack>
  )
}

type RowProps = { row: CartRow; change(part: Partial<CartRow>): void }

function ConditionFields({ row, change }: RowProps) {
  const { field, is } = row
  const of = cartComparisons[cartFields[field]]
  const names = Object.keys(cartFields)
  return (
    <>
      <Select
        label={t('filter.field')}
        allowDeselect={false}
        w="13rem"
        data={names.map((value) => ({ value, label: fieldText(value) }))}
        value={field}
        onChange={(next) => {
          const chosen = fieldsNamed(next)
          if (chosen !== undefined) change({ ...newCartRow(chosen), key: row.key })
        }}
      />
      <ComparisonSelect
        of={of}
        is={is}
        change={(next) => {
          const chosen = of.find((each) => each === next)
          if (chosen !== undefined) change({ is: chosen })
        }}
      />
      <ConditionValue row={row} set={(next) => change({ values: next })} key={`${field} ${is}`} />
    </>
  )
}

function ConditionValue({ row: { field, is, values }, set }: { row: CartRow; set(values: readonly string[]): void }) {
  const currency = useContext(CurrencyContext)
  const kind = cartFields[field]
  const [first = ''] = values
  const setOne = (next: string | number | null) => set(next === null || next === '' ? [] : [String(next)])
  if (kind === 'money') {
    const scale = currency === undefined ? 1 : 10 ** digitsOf(currency)
    return (
      <NumberField
        label={t('filter.value')}
        w="10rem"
        min={0}
        suffix={currency === undefined ? '' : ` ${currency}`}
        decimalScale={currency === undefined ? 0 : digitsOf(currency)}
        value={first === '' ? null : Number(first) / scale}
        onChange={(next) => setOne(next === null ? null : Math.round(next * scale))}
      />
    )
  }
  if (kind === 'number') {
    return (
      <NumberField
        label={t('filter.value')}
        w="8rem"
        min={0}
        allowDecimal={false}
        value={first === '' ? null : Number(first)}
        onChange={setOne}
      />
    )
  }
  if (kind === 'weekday') {
    return <Select label={t('filter.value')} w="10rem" data={weekdays()} value={first || null} onChange={setOne} />
  }
  if (kind === 'id') {
    return (
      <RecordPicker
        schema={{ type: 'string', pattern: `^${prefixes[field] ?? ''}_` }}
        label={t('filter.value')}
        value={first === '' ? null : first}
        onChange={setOne}
      />
    )
  }
  return <ValueField is={is} values={[...values]} suggested={[]} change={set} />
}

const prefixes: Readonly<Partial<Record<CartField, string>>> = {
  'paymentLink.id': 'pln',
  'event.id': 'eve',
  'place.id': 'plc',
  'vendor.id': 'ven',
  'stream.id': 'str',
}

/** Days of the week in words. */
function weekdays(): { value: string; label: string }[] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayText(day) }))
}

function fieldsNamed(name: string | null): CartField | undefined {
  // cast: the keys of an object are its fields.
  return (Object.keys(cartFields) as CartField[]).find((each) => each === name)
}

function fieldText(name: string): string {
  const field = fieldsNamed(name)
  return field === undefined ? name : t(`promotion.field.${field}`)
}

type WholeProps = Pick<FieldWidgetProps, 'label' | 'value' | 'onChange'> & { complaints: string }

/** A filter that rows do not show, as JSON. */
function WholeFilter({ label, value, onChange, complaints }: WholeProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const isBroken = !isJson(text)
  return (
    <div data-broken={isBroken ? 'json' : undefined}>
      <JsonInput
        label={label}
        description={t('promotion.filter.json')}
        autosize
        minRows={4}
        value={text}
        error={complaints === '' ? undefined : complaints}
        onChange={(next) => {
          setText(next)
          if (next.trim() === '') onChange(null)
          else if (isJson(next)) onChange(JSON.parse(next))
        }}
      />
    </div>
  )
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
