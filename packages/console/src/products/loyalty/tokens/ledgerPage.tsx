import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookCheck } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { NoStatement, Statement } from './statement.tsx'

type Audit = OutputOf<'loyalty.reward.audit'>

/** The ledger of tokens: the statement of a contact, and the proof that all books are whole. */
export function Page() {
  const search: Record<string, string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { contactId } = search
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t('loyalty.ledger')}</Title>
        <Text c="dimmed">{t('tokens.text')}</Text>
      </div>
      <AuditCard />
      <RecordPicker
        schema={{ type: 'string', pattern: '^con_' }}
        label={t('tokens.contact')}
        value={contactId ?? null}
        onChange={(id) => void navigate({ to: '.', search: id === null ? {} : { contactId: id }, replace: true })}
      />
      {contactId === undefined ? <NoStatement /> : <Statement key={contactId} contactId={contactId} />}
    </Stack>
  )
}

function AuditCard() {
  const { client } = useAccount()
  const [audit, setAudit] = useState<Audit>()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      setAudit(await client.call('loyalty.reward.audit', {}))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="surface section">
      <Group justify="space-between">
        <Title order={2}>{t('tokens.audit')}</Title>
        <Button
          variant="default"
          leftSection={<BookCheck size={15} aria-hidden />}
          data-busy={isBusy || undefined}
          onClick={() => void run()}
        >
          {t('tokens.audit.run')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('tokens.audit.text')}
      </Text>
      <div aria-live="polite">{audit === undefined ? null : <AuditResult audit={audit} />}</div>
    </section>
  )
}

function AuditResult({ audit: { ok, txns, entries, balances, sealed, unsealed, head, defects } }: { audit: Audit }) {
  return (
    <Stack>
      <Alert color={ok ? 'teal' : 'red'}>
        {ok ? t('tokens.audit.ok') : plural('tokens.audit.bad', defects.length)}
        {defects.map(({ place, problem }) => (
          <Text key={`${place} ${problem}`} size="xs" lang="en">
            {place}: {problem}
          </Text>
        ))}
      </Alert>
      <Figures>
        <Figure name={t('tokens.audit.txns')} value={numberText(txns)} />
        <Figure name={t('tokens.audit.entries')} value={numberText(entries)} />
        <Figure name={t('tokens.audit.balances')} value={numberText(balances)} />
        <Figure
          name={t('tokens.audit.sealed')}
          value={numberText(sealed)}
          note={unsealed === 0 ? undefined : t('tokens.audit.unsealed', { count: numberText(unsealed) })}
        />
      </Figures>
      {head === null ? null : (
        <Text size="xs">
          {t('tokens.audit.head', { number: numberText(head.sequence) })}{' '}
          <Code className="value-text">{head.digest}</Code>
        </Text>
      )}
    </Stack>
  )
}
