import { Alert, Badge, Button, Group, Table, Text, Title } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { agoText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './integrations.css'

type Domain = OutputOf<'marketing.sendingDomain.get'>
type DnsRecord = Domain['records'][number]

/** A sending domain: its state with the cause, and the records of the DNS, each found or missing. */
export function Panel({ record, reload }: PanelProps) {
  // cast: the panel stands on pages of sending domains alone.
  const domain = record as unknown as Domain
  return (
    <>
      <StateSection domain={domain} reload={reload} />
      <section className="surface section">
        <Title order={2}>{t('domain.records')}</Title>
        <Text size="sm">{t('domain.records.text')}</Text>
        <div className="dns-table" role="region" aria-label={t('domain.records')} tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('domain.purpose')}</Table.Th>
                <Table.Th>{t('domain.name')}</Table.Th>
                <Table.Th>{t('domain.value')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {domain.records.map((each) => (
                <RecordRow key={each.purpose} record={each} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </section>
    </>
  )
}

const colors: Readonly<Record<string, string>> = { verified: 'teal', unverified: 'yellow', failing: 'red' }

function StateSection({ domain, reload }: { domain: Domain; reload(): Promise<void> }) {
  const { id, status, lastError, lastCheckedAt, nextCheckAt } = domain
  const { client } = useAccount()
  const canWrite = useScope()('marketing.sendingDomain:write')
  const [isBusy, setBusy] = useState(false)
  const state = (['verified', 'unverified', 'failing'] as const).find((each) => each === status) ?? 'unverified'
  const verify = async () => {
    setBusy(true)
    try {
      const { records } = await client.call('marketing.sendingDomain.verify', { sendingDomainId: id })
      await reload()
      const found = records.filter(({ isFound }) => isFound === true).length
      notify(t('domain.checked', { found, count: records.length }))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="surface section">
      <Title order={2}>{t('domain.state')}</Title>
      <Alert color={colors[status] ?? 'gray'} role="status">
        {t(`domain.state.${state}`)}
        {lastError === null ? null : <Text size="sm">{t('integration.cause', { cause: lastError })}</Text>}
      </Alert>
      <Group gap="lg">
        {canWrite ? (
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<RefreshCw size={15} aria-hidden />}
            onClick={() => void verify()}
          >
            {t('domain.check')}
          </Button>
        ) : null}
        <Text size="sm" c="dimmed">
          {lastCheckedAt === null
            ? t('domain.neverChecked')
            : t('domain.lastChecked', { time: agoText(lastCheckedAt) })}
          {nextCheckAt === null ? null : ` ${t('integration.nextCheck', { time: momentText(nextCheckAt) })}`}
        </Text>
      </Group>
    </section>
  )
}

function RecordRow({ record: { purpose, type, name, value, isRequired, isFound } }: { record: DnsRecord }) {
  const state = isFound === null ? 'open' : isFound ? 'found' : isRequired ? 'missing' : 'advised'
  const tone = { open: 'gray', found: 'teal', missing: 'red', advised: 'yellow' }[state]
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Group gap="xs">
          {labelOf(purpose)}
          <Badge variant="light" color={tone} data-tone={tone} className="status" tt="none" fw={600}>
            {t(`domain.record.${state}`)}
          </Badge>
        </Group>
        <Text size="xs" maw={260} fw={400}>
          {t(`domain.about.${purpose}`)}
        </Text>
      </Table.Th>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {type}
        </Text>
        <CopyText text={name} label={`${labelOf(purpose)}: ${t('domain.name')}`} />
      </Table.Td>
      <Table.Td>
        <CopyText text={value} label={`${labelOf(purpose)}: ${t('domain.value')}`} />
      </Table.Td>
    </Table.Tr>
  )
}

function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <div className="dns-text">
      <code className="copy-text">{text}</code>
      <CopyButton text={text} label={t('value.copy', { name: label })} />
    </div>
  )
}
