import { Badge, Code, Group, Table, Text, Title } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { useAccount, useScope } from '#console/app/session.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './webhooks.css'

type Fact = { id: string; name: string; toldAt: string; subject: string; subjectVersion: number; payload: unknown }
type Attempt = { number: number; at: string; status: number | null; error: string | null; durationMs: number }

/** The request and the last response of a delivery, with its attempts. */
export function Panel({ record }: PanelProps) {
  const { id: accountId } = useAccount()
  const isOn = useScope()('account.fact:read')
  const { data: fact, isError } = useRead<Fact>('account.fact.get', { factId: record['factId'] }, { isOn })
  const body = fact === undefined ? undefined : bodyOf(fact, accountId)
  const { lastStatus, responseExcerpt, lastError } = record
  return (
    <div className="webhook-exchange">
      <section className="surface record-section">
        <Group justify="space-between">
          <Title order={2}>{t('account.delivery.request')}</Title>
          {body === undefined ? null : <CopyButton text={body} label={t('account.delivery.copyRequest')} />}
        </Group>
        <Code block className="webhook-body">
          {body ?? (isError || !isOn ? t('account.delivery.noBody') : '…')}
        </Code>
      </section>
      <section className="surface record-section">
        <Group justify="space-between">
          <Title order={2}>{t('account.delivery.response')}</Title>
          {typeof lastStatus === 'number' ? <HttpStatus status={lastStatus} /> : null}
        </Group>
        {typeof responseExcerpt === 'string' && responseExcerpt !== '' ? (
          <Code block className="webhook-body">
            {responseExcerpt}
          </Code>
        ) : (
          <Text size="sm" c="dimmed">
            {typeof lastError === 'string' ? lastError : t('account.delivery.noResponse')}
          </Text>
        )}
        <Attempts attempts={attemptsOf(record['attempts'])} />
      </section>
    </div>
  )
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null
  return (
    <div className="webhook-attempts">
      <Title order={3}>{t('account.delivery.attempts')}</Title>
      <Table fz="sm" verticalSpacing={6}>
        <Table.Tbody>
          {attempts.map(({ number, at, status, error, durationMs }) => (
            <Table.Tr key={number}>
              <Table.Td>{number}</Table.Td>
              <Table.Td>
                <ValueView name="at" schema={{ type: 'string', format: 'date-time' }} value={at} isCompact />
              </Table.Td>
              <Table.Td>{status === null ? error : <HttpStatus status={status} />}</Table.Td>
              <Table.Td ta="right">{numberText(durationMs)} ms</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** An HTTP status, green below 300. */
function HttpStatus({ status }: { status: number }) {
  return (
    <Badge color={status < 300 ? 'teal' : 'red'} variant="light">
      {status}
    </Badge>
  )
}

function attemptsOf(value: unknown): readonly Attempt[] {
  // cast: the operation returns this form.
  return Array.isArray(value) ? (value as Attempt[]) : []
}

/** The body that the receiver gets. */
function bodyOf({ id, name, toldAt, subject, subjectVersion, payload }: Fact, accountId: string): string {
  const body = { type: name, timestamp: toldAt, data: payload, id, accountId, subject, subjectVersion }
  return JSON.stringify(body, null, 2)
}
