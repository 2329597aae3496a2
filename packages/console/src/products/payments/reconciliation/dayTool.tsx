import { Alert, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { BookCheck, Scale } from 'lucide-react'
import { useId, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import '#console/parts/wideTable.css'

const dayMs = 86_400_000
const formerDays = 1

/** The money of a day by currency, its comparison with the providers, and the proof of all books. */
export function ListTool() {
  const today = new Date().toISOString().slice(0, 10)
  const [day, setDay] = useState(new Date(Date.now() - formerDays * dayMs).toISOString().slice(0, 10))
  const id = useId()
  return (
    <section className="surface section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('payments.day')}
      </Title>
      <Group align="end" gap="sm">
        <TextInput
          type="date"
          label={t('chart.day')}
          description={t('chart.utc')}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          max={today}
          value={day}
          onChange={(event) => event.currentTarget.value !== '' && setDay(event.currentTarget.value)}
        />
        <Checks key={day} day={day} />
      </Group>
      <DayTotals day={day} />
    </section>
  )
}

function DayTotals({ day }: { day: string }) {
  const input = {
    createdAfter: `${day}T00:00:00.000Z`,
    createdBefore: `${day}T23:59:59.999Z`,
    pagination: { limit: 1 },
  }
  const { data } = useRead<OutputOf<'payments.paymentLink.getPayments'>>('payments.paymentLink.getPayments', input)
  if (data === undefined) return null
  if (data.totals.length === 0) return <Text c="dimmed">{t('payments.day.none')}</Text>
  return (
    <div className="wide-table" role="group" aria-label={t('payments.day')} tabIndex={0}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{labelOf('currency')}</Table.Th>
            <Table.Th>{t('payments.payment.title')}</Table.Th>
            <Table.Th>{t('payments.link.taken')}</Table.Th>
            <Table.Th>{t('payments.refunded')}</Table.Th>
            <Table.Th>{t('payments.net')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.totals.map(({ currency, count, succeeded, refunded, net }) => (
            <Table.Tr key={currency}>
              <Table.Td>{currency}</Table.Td>
              <Table.Td>{numberText(count)}</Table.Td>
              <Table.Td>{moneyText(succeeded, currency)}</Table.Td>
              <Table.Td>{moneyText(refunded, currency)}</Table.Td>
              <Table.Td>{moneyText(net, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type Result = { isMatching: boolean; text: string; lines: readonly string[] }

/** The comparison of a day with the provider, and the proof that payments, books and offers match. */
function Checks({ day }: { day: string }) {
  const { client } = useAccount()
  const hasScope = useScope()
  const stale = useStale()
  const [result, setResult] = useState<Result>()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<Result>) => {
    if (isBusy) return
    setBusy(true)
    try {
      setResult(await work())
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const compare = async (): Promise<Result> => {
    const { isMatching, issues } = await client.call('payments.reconciliation.run', { day })
    await stale('payments.reconciliation')
    const text = isMatching ? t('payments.day.matches') : plural('payments.day.differs', issues.length)
    return { isMatching, text, lines: [] }
  }
  const prove = async (): Promise<Result> => {
    const { isMatching, violations } = await client.call('payments.reconciliation.verify', {})
    const text = isMatching ? t('payments.books.match') : plural('payments.books.differ', violations.length)
    return { isMatching, text, lines: violations.map(({ rule, about }) => `${rule}: ${about}`) }
  }
  return (
    <>
      {hasScope('payments.reconciliation:write') ? (
        <Button
          leftSection={<Scale size={15} aria-hidden />}
          data-busy={isBusy || undefined}
          onClick={() => void run(compare)}
        >
          {t('payments.day.compare')}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<BookCheck size={15} aria-hidden />}
        data-busy={isBusy || undefined}
        onClick={() => void run(prove)}
      >
        {t('payments.books.prove')}
      </Button>
      {result === undefined ? null : (
        <Alert color={result.isMatching ? 'teal' : 'red'} role="status" style={{ flex: '1 1 100%' }}>
          <Stack gap={4}>
            {result.text}
            {result.lines.map((line) => (
              <Text key={line} size="xs" lang="en">
                {line}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
    </>
  )
}
