import { Badge, Code, Group, Table, Text, Title } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './webhooks.css'

type Attempt = { number: number; at: string; status: number | null; error: string | null; durationMs: number }

/** The request and the last response of a delivery, with its attempts. */
export function Panel({ record }: PanelProps) {
  const { requestBody, lastStatus, responseExcerpt, lastError } = record
  const body = typeof requestBody === 'string' ? indented(requestBody) : undefined
  return (
    <div className="webhook-exchange">
      <section className="surface section">
        <Group justify="space-between">
          <Title order={2}>{t('account.delivery.request')}</Title>
          {body === undefined ? null : <CopyButton text={body} label={t('account.delivery.copyRequest')} />}
        </Group>
        <Code block className="webhook-body">
          {body ?? t('account.delivery.noBody')}
        </Code>
      </section>
      <section className="surface section">
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
  const tone = status < 300 ? 'teal' : 'red'
  return (
    <Badge color={tone} variant="light" data-tone={tone} className="status">
      {status}
    </Badge>
  )
}

function attemptsOf(value: unknown): readonly Attempt[] {
  // cast: the operation returns this form.
  return Array.isArray(value) ? (value as Attempt[]) : []
}

/** JSON with indentation; a text that is none as it is. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
