import { FairgroundError } from '@fairground/sdk'
import { ActionIcon, Alert, Button, Group, Select, Stack, TagsInput, TextInput, Title } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import type { InputOf, OutputOf } from '#console/app/client.ts'
import { currencyCodes } from '#console/parts/form/choices.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { t } from '#console/texts/texts.ts'
import { BasketResult } from './basketResult.tsx'
import './basket.css'

type Evaluation = OutputOf<'loyalty.promotion.evaluate'>
type Line = { key: number; sku: string; category: string; quantity: number | null; unitAmount: number | null }
type Basket = { currency: string; lines: Line[]; shipping: number | null; codes: string[]; contactId: string | null }

const linesMax = 50

function newLine(key: number): Line {
  return { key, sku: '', category: '', quantity: 1, unitAmount: null }
}

/** A basket that is priced as a checkout would, with each decision in words. Nothing is counted as used. */
export function TryBasket({ promotionId, currency }: { promotionId?: string; currency: string }) {
  const { client } = useAccount()
  const [basket, setBasket] = useState<Basket>({
    currency,
    lines: [newLine(1)],
    shipping: null,
    codes: [],
    contactId: null,
  })
  const [result, setResult] = useState<Evaluation>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Basket>) => setBasket((before) => ({ ...before, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isOpen = basket.lines.some(({ quantity, unitAmount }) => quantity === null || unitAmount === null)
    setProblem(isOpen ? t('basket.gap') : undefined)
    if (isOpen || isBusy) return
    setBusy(true)
    try {
      setResult(await client.call('loyalty.promotion.evaluate', inputOf(basket, promotionId)))
    } catch (error) {
      setResult(undefined)
      const [first] = error instanceof FairgroundError ? error.fields : []
      setProblem(first === undefined ? sentenceOf(error) : `${first.path}: ${first.message}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="basket">
      <form className="surface section" onSubmit={(event) => void submit(event)} noValidate>
        <Title order={2}>{t('basket.title')}</Title>
        <Stack gap="md">
          <Lines basket={basket} change={change} />
          <Others basket={basket} change={change} />
          {problem === undefined ? null : (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group>
            <Button type="submit" data-busy={isBusy || undefined}>
              {t('basket.price')}
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">{result === undefined ? null : <BasketResult result={result} />}</div>
    </div>
  )
}

function inputOf(basket: Basket, promotionId: string | undefined): InputOf<'loyalty.promotion.evaluate'> {
  const { currency, lines, shipping, codes, contactId } = basket
  const items = lines.map(({ key, sku, category, quantity, unitAmount }) => ({
    key: String(key),
    ...(sku.trim() === '' ? {} : { sku: sku.trim(), name: sku.trim() }),
    ...(category.trim() === '' ? {} : { categories: [category.trim()] }),
    quantity: quantity ?? 1,
    unitAmount: unitAmount ?? 0,
  }))
  return {
    cart: { currency, items, ...(shipping === null ? {} : { shipping }), ...(codes.length === 0 ? {} : { codes }) },
    ...(contactId === null ? {} : { contactId }),
    ...(promotionId === undefined ? {} : { tryPromotionIds: [promotionId] }),
  }
}

type PartProps = { basket: Basket; change(part: Partial<Basket>): void }

function Lines({ basket: { currency, lines }, change }: PartProps) {
  const put = (key: number, part: Partial<Line>) =>
    change({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) })
  return (
    <>
      <ul className="basket-lines">
        {lines.map(({ key, sku, category, quantity, unitAmount }, index) => (
          <li key={key}>
            <TextInput
              label={t('basket.article')}
              value={sku}
              onChange={(event) => put(key, { sku: event.currentTarget.value })}
            />
            <TextInput
              label={t('basket.category')}
              value={category}
              onChange={(event) => put(key, { category: event.currentTarget.value })}
            />
            <NumberField
              label={t('basket.quantity')}
              min={1}
              allowDecimal={false}
              value={quantity}
              onChange={(next) => put(key, { quantity: next })}
            />
            <AmountField
              label={t('basket.each')}
              currency={currency}
              value={unitAmount}
              onChange={(next) => put(key, { unitAmount: next })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('basket.remove', { number: index + 1 })}
              disabled={lines.length === 1}
              onClick={() => change({ lines: lines.filter((line) => line.key !== key) })}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'start' }}
        leftSection={<Plus size={14} aria-hidden />}
        disabled={lines.length >= linesMax}
        onClick={() => change({ lines: [...lines, newLine(Math.max(...lines.map(({ key }) => key)) + 1)] })}
      >
        {t('basket.add')}
      </Button>
    </>
  )
}

function Others({ basket: { currency, shipping, codes, contactId }, change }: PartProps) {
  return (
    <div className="form-grid">
      <Select
        label={t('form.currency')}
        data={currencyCodes()}
        value={currency}
        searchable
        onChange={(next) => next !== null && change({ currency: next })}
      />
      <AmountField
        label={t('basket.shipping')}
        currency={currency}
        value={shipping}
        onChange={(next) => change({ shipping: next })}
      />
      <TagsInput
        label={t('basket.codes')}
        value={codes}
        onChange={(next) => change({ codes: next })}
        splitChars={[',', ' ', '\n']}
        acceptValueOnBlur
      />
      <RecordPicker
        schema={{ type: 'string', pattern: '^con_' }}
        label={t('basket.contact')}
        value={contactId}
        onChange={(next) => change({ contactId: next })}
      />
    </div>
  )
}

type AmountProps = { label: string; currency: string; value: number | null; onChange(value: number | null): void }

/** An amount in minor units in the digits of its currency. */
function AmountField({ label, currency, value, onChange }: AmountProps) {
  const scale = 10 ** digitsOf(currency)
  return (
    <NumberField
      label={label}
      min={0}
      suffix={` ${currency}`}
      decimalScale={digitsOf(currency)}
      value={value === null ? null : value / scale}
      onChange={(next) => onChange(next === null ? null : Math.round(next * scale))}
    />
  )
}
