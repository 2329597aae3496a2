import { Alert, Anchor, Button, Group, Table, Text, Title } from '@mantine/core'
import { CornerUpLeft, Receipt } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { momentText, moneyText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { RefundDialog } from './refundDialog.tsx'
import '#console/parts/wideTable.css'

type Payment = OutputOf<'payments.payment.get'>

/** The money of a payment: what was taken and refunded, the receipt, the refund, and disputes. */
export function Panel({ record, reload }: PanelProps) {
  // cast: the record of a payment, as the API documents it.
  const payment = record as unknown as Payment
  const { amount, amountRefunded, amountLost, refundPending, fee, amountNet, currency } = payment
  const { receiptUrl, isOverLimit, paidAt } = payment
  const text = (sum: number) => moneyText(sum, currency)
  return (
    <>
      <section className="surface section">
        <Group justify="space-between">
          <Title order={2}>{t('payments.payment.money')}</Title>
          <Group gap="sm">
            {receiptUrl === null ? null : (
              <Anchor href={receiptUrl} target="_blank" rel="noopener" size="sm">
                <Group gap={6}>
                  <Receipt size={15} aria-hidden />
                  {t('payments.receipt')}
                </Group>
              </Anchor>
            )}
            <RefundButton payment={payment} reload={reload} />
          </Group>
        </Group>
        {isOverLimit ? <Alert color="yellow">{t('payments.overLimit')}</Alert> : null}
        <Figures>
          <Figure
            name={labelOf('amount')}
            value={text(amount)}
            note={paidAt === null ? undefined : t('payments.paidAt', { at: momentText(paidAt) })}
          />
          <Figure
            name={t('payments.refunded')}
            value={text(amountRefunded)}
            note={refundPending === 0 ? undefined : t('payments.refund.pending', { amount: text(refundPending) })}
          />
          {amountLost === 0 ? null : <Figure name={labelOf('amountLost')} value={text(amountLost)} />}
          <Figure name={labelOf('fee')} value={text(fee)} />
          <Figure name={t('payments.net')} value={text(amountNet)} />
        </Figures>
      </section>
      <Refunds payment={payment} />
      <Disputes payment={payment} />
    </>
  )
}

const refundable = new Set(['succeeded', 'partiallyRefunded'])

function RefundButton({ payment, reload }: { payment: Payment; reload(): Promise<void> }) {
  const hasScope = useScope()
  const [isOpen, setOpen] = useState(false)
  const left = payment.amount - payment.amountRefunded - payment.refundPending
  if (!hasScope('payments.payment:refund') || !refundable.has(payment.status) || left <= 0) return null
  return (
    <>
      <Button variant="default" leftSection={<CornerUpLeft size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('payments.refund')}
      </Button>
      {isOpen ? <RefundDialog payment={payment} left={left} close={() => setOpen(false)} done={reload} /> : null}
    </>
  )
}

function Refunds({ payment: { refunds } }: { payment: Payment }) {
  if (refunds.length === 0) return null
  return (
    <section className="surface section">
      <Title order={2}>{t('payments.refunds')}</Title>
      <div className="wide-table" role="group" aria-label={t('payments.refunds')} tabIndex={0}>
        <Table fz="sm">
          <Heads names={['createdAt', 'amount', 'status', 'reason', 'origin']} />
          <Table.Tbody>
            {refunds.map(({ id, createdAt, amount, currency, status, reason, origin, failureCode }) => (
              <Table.Tr key={id}>
                <Table.Td>{momentText(createdAt)}</Table.Td>
                <Table.Td>{moneyText(amount, currency)}</Table.Td>
                <Table.Td>
                  <StatusBadge status={status} />
                  {failureCode === null ? null : (
                    <Text size="xs" c="dimmed">
                      {failureCode}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{reason ?? '–'}</Table.Td>
                <Table.Td>{t(origin === 'api' ? 'payments.refund.here' : 'payments.refund.there')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Disputes({ payment: { disputes, currency } }: { payment: Payment }) {
  if (disputes.length === 0) return null
  return (
    <section className="surface section">
      <Title order={2}>{labelOf('disputes')}</Title>
      <div className="wide-table" role="group" aria-label={labelOf('disputes')} tabIndex={0}>
        <Table fz="sm">
          <Heads names={['openedAt', 'amount', 'state', 'reason', 'closedAt']} />
          <Table.Tbody>
            {disputes.map(({ providerReference, openedAt, amount, state, reason, closedAt }) => (
              <Table.Tr key={providerReference}>
                <Table.Td>{momentText(openedAt)}</Table.Td>
                <Table.Td>{moneyText(amount, currency)}</Table.Td>
                <Table.Td>
                  <StatusBadge status={state} />
                </Table.Td>
                <Table.Td>{reason ?? '–'}</Table.Td>
                <Table.Td>{closedAt === null ? '–' : momentText(closedAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Heads({ names }: { names: readonly string[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {names.map((name) => (
          <Table.Th key={name}>{labelOf(name)}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}
