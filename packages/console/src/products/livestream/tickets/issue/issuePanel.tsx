import '@mantine/core/styles/Progress.css'
import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Download, Pause, Play, RotateCcw, Send, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { csvOf, saveFile } from '#console/parts/csvFile.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { isMoving, issueRuns, settledOf, type IssueRun } from './issueRuns.ts'
import { ListEntry } from './listEntry.tsx'
import { failedRows, totalsOf, type Totals } from './rowResults.ts'
import { RowTable } from './rowTable.tsx'
import './issuePanel.css'

/** Issue of tickets to a list of holders: the list, a check of its rows, progress and failures. */
export function Panel({ record, reload }: PanelProps) {
  const { id: accountId, client } = useAccount()
  const canIssue = useScope()('livestream.ticket:write')
  const [isConnected, setConnected] = useState(false)
  const runs = useSyncExternalStore(issueRuns.subscribe, issueRuns.list)
  const run = runs.find((each) => each.eventId === record.id && each.accountId === accountId)
  const stale = useStale()
  useEffect(() => void issueRuns.connect(client).then(() => setConnected(true)), [client])
  const isDone = run?.phase === 'done'
  useEffect(() => {
    if (!isDone) return
    void reload()
    void stale('livestream.ticket')
  }, [isDone])
  if (!isConnected) return null
  const isGeneric = record['provider'] === 'generic'
  return (
    <section className="surface section issue" aria-labelledby="issue-title">
      <Title order={2} id="issue-title">
        {t('issue.title')}
      </Title>
      {!isGeneric || !canIssue ? (
        <Text size="sm" c="dimmed">
          {t(isGeneric ? 'issue.noScope' : 'issue.provider')}
        </Text>
      ) : run === undefined ? (
        <ListEntry add={(rows) => issueRuns.add({ accountId, eventId: record.id, rows })} />
      ) : (
        <Run run={run} />
      )}
    </section>
  )
}

function Run({ run }: { run: IssueRun }) {
  const totals = totalsOf(run)
  const isSending = run.phase === 'checking' || run.phase === 'issuing'
  return (
    <Stack gap="md">
      {isSending ? <Sending run={run} totals={totals} /> : <Rested run={run} totals={totals} />}
      <RowTable run={run} />
    </Stack>
  )
}

function Sending({ run, totals }: { run: IssueRun; totals: Totals }) {
  const [settled, total] = [settledOf(run), run.rows.length]
  const isIssue = run.phase === 'issuing'
  const values = { done: numberText(settled), total: numberText(total) }
  const state = run.isElsewhere
    ? 'elsewhere'
    : run.isPaused
      ? 'paused'
      : run.isBroken
        ? 'broken'
        : isIssue
          ? 'issuing'
          : 'checking'
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} role="status">
        {t(`issue.state.${state}`, values)}
        {isIssue ? ` · ${plural('issue.issued', totals.issued)}` : ''}
      </Text>
      {run.resumedAt === undefined ? null : (
        <Text size="sm">{t('issue.resumed', { row: numberText(run.resumedAt) })}</Text>
      )}
      <Progress
        size="lg"
        value={(100 * settled) / total}
        color={run.isPaused ? 'gray' : run.isBroken ? 'yellow' : 'teal'}
        aria-label={t('issue.progress', values)}
      />
      {run.error === undefined ? null : (
        <Text size="sm" c={run.isPaused ? 'red' : 'dimmed'}>
          {run.error}
        </Text>
      )}
      {run.isElsewhere ? null : (
        <Group gap="xs">
          {isMoving(run) ? (
            <Button
              variant="default"
              leftSection={<Pause size={15} aria-hidden />}
              onClick={() => issueRuns.pause(run.id)}
            >
              {t('issue.pause')}
            </Button>
          ) : (
            <Button leftSection={<Play size={15} aria-hidden />} onClick={() => issueRuns.resume(run.id)}>
              {t('issue.resume')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<X size={15} aria-hidden />}
            onClick={() => (isIssue ? issueRuns.cancel(run.id) : issueRuns.drop(run.id))}
          >
            {t('issue.cancel')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** The result of the check, from which the list is issued, or that of the issue. */
function Rested({ run, totals }: { run: IssueRun; totals: Totals }) {
  const { issued, known, failedRows: failed } = totals
  const isDone = run.phase === 'done'
  const parts = [
    plural(isDone ? 'issue.issued' : 'issue.new', issued),
    known === 0 ? undefined : plural('issue.known', known),
    failed === 0 ? undefined : plural('issue.failed', failed),
  ]
  return (
    <Stack gap="xs">
      <Alert color={failed > 0 ? 'yellow' : 'teal'} variant="light" role="status">
        {parts.filter((part) => part !== undefined).join(' · ')}
      </Alert>
      <Group gap="xs">
        {isDone || issued === 0 ? null : (
          <Button leftSection={<Send size={15} aria-hidden />} onClick={() => issueRuns.issue(run.id)}>
            {plural('issue.start', issued)}
          </Button>
        )}
        {failed === 0 ? null : (
          <Button variant="default" leftSection={<Download size={15} aria-hidden />} onClick={() => saveFailures(run)}>
            {t('issue.failures')}
          </Button>
        )}
        <Button
          variant={isDone ? 'filled' : 'default'}
          leftSection={<RotateCcw size={15} aria-hidden />}
          onClick={() => issueRuns.drop(run.id)}
        >
          {t('issue.again')}
        </Button>
      </Group>
    </Stack>
  )
}

function saveFailures(run: IssueRun): void {
  saveFile(new Blob([csvOf(failedRows(run))], { type: 'text/csv' }), 'tickets-not-issued.csv')
}
