import { Badge, Group, Table, Text, Title } from '@mantine/core'
import { CircleCheck, CircleMinus } from 'lucide-react'
import type { OutputOf } from '#console/app/client.ts'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { offerReasonText } from '#console/products/loyalty/offerReasons.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import '#console/parts/wideTable.css'

type Evaluation = OutputOf<'loyalty.promotion.evaluate'>
type Step = Evaluation['trace'][number]

/** The price of a basket: its lines, its sum, what it gives, and each decision of the engine in words. */
export function BasketResult({ result }: { result: Evaluation }) {
  const { currency, lines, subtotal, discountTotal, total, shipping, effects, trace, rejected } = result
  const text = (amount: number) => moneyText(amount, currency)
  const gifts = effects.filter(({ type }) => type === 'grantTokens' || type === 'issueCoupon')
  const unknown = rejected.filter(({ offerId }) => offerId === null)
  return (
    <>
      <section className="surface section">
        <Group justify="space-between">
          <Title order={2}>{t('basket.result')}</Title>
          <Text fw={700} size="xl">
            {text(total)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {t('basket.sum', { subtotal: text(subtotal), discount: text(discountTotal) })}
        </Text>
        <div className="wide-table" role="group" aria-label={t('basket.result')} tabIndex={0}>
          <Table fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('basket.line')}</Table.Th>
                <Table.Th>{labelOf('subtotal')}</Table.Th>
                <Table.Th>{labelOf('discount')}</Table.Th>
                <Table.Th>{labelOf('total')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line, index) => (
                <Table.Tr key={line.key}>
                  <Table.Td>{numberText(index + 1)}</Table.Td>
                  <Table.Td>{text(line.subtotal)}</Table.Td>
                  <Table.Td>{text(line.discount)}</Table.Td>
                  <Table.Td>{text(line.total)}</Table.Td>
                </Table.Tr>
              ))}
              {shipping.subtotal === 0 ? null : (
                <Table.Tr>
                  <Table.Td>{t('basket.shipping')}</Table.Td>
                  <Table.Td>{text(shipping.subtotal)}</Table.Td>
                  <Table.Td>{text(shipping.discount)}</Table.Td>
                  <Table.Td>{text(shipping.total)}</Table.Td>
                </Table.Tr>
              )}
            </Table.Tbody>
          </Table>
        </div>
        {gifts.map(({ offerId, type, amount = 0, token = '', title }) => (
          <Text size="sm" key={`${offerId} ${type}`}>
            {type === 'grantTokens'
              ? t('basket.tokens', { count: numberText(amount), token, title })
              : t('basket.coupon', { title })}
          </Text>
        ))}
      </section>
      <section className="surface section">
        <Title order={2}>{t('basket.trace')}</Title>
        {trace.length + unknown.length === 0 ? <Text c="dimmed">{t('basket.trace.none')}</Text> : null}
        <ol className="basket-trace">
          {trace.map((step) => (
            <TraceStep key={step.offerId} step={step} titles={trace} text={text} />
          ))}
          {unknown.map(({ code, reason }) => (
            <li key={code}>
              <CircleMinus size={18} aria-hidden />
              <div>
                <Text fw={600}>{code}</Text>
                <Text size="sm">{offerReasonText(reason)}</Text>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

type StepProps = { step: Step; titles: readonly Step[]; text(amount: number): string }

function TraceStep({ step, titles, text }: StepProps) {
  const { offerId, kind, title, isApplied, reason, before, after, discount, alone } = step
  const other = step.with === undefined ? undefined : titles.find((each) => each.offerId === step.with)?.title
  const Icon = isApplied ? CircleCheck : CircleMinus
  return (
    <li data-applied={isApplied || undefined}>
      <Icon size={18} aria-hidden />
      <div>
        <Group gap="xs">
          <RecordLink id={offerId} text={title} />
          <Badge variant="default" tt="none" size="sm">
            {labelOf(kind)}
          </Badge>
        </Group>
        {isApplied ? (
          <Text size="sm">
            {before === undefined || after === undefined
              ? t('basket.step.applied', { amount: text(discount) })
              : t('basket.step.from', { amount: text(discount), before: text(before), after: text(after) })}
          </Text>
        ) : (
          <Text size="sm">
            {(reason === undefined ? undefined : offerReasonText(reason)) ?? t('basket.step.not')}
            {other === undefined ? '' : ` ${t('basket.step.with', { title: other })}`}
          </Text>
        )}
        {alone === undefined || alone === 0 || (isApplied && alone === discount) ? null : (
          <Text size="xs" c="dimmed">
            {t('basket.step.alone', { amount: text(alone) })}
          </Text>
        )}
      </div>
    </li>
  )
}
