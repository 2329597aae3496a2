import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAccount, useScope } from '#console/app/session.tsx'
import { TrendChart } from '#console/parts/charts/trendChart.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { agoText, dayText, exactMomentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { useSegment, type Segment } from './segmentQueries.ts'
import './segments.css'

const dayMs = 86_400_000

/** The size of a segment, how it moves, its filter, some members, and what keeps it from being right. */
export function Panel({ record, reload }: PanelProps) {
  const segment = useSegment(record.id, record['status'] === 'building')
  if (segment === undefined) return null
  const { count, kind, filterText, builtAt, costClass, sample } = segment
  return (
    <section className="surface section">
      <Title order={2}>{t('segment.overview')}</Title>
      <StateNotice segment={segment} reload={reload} />
      <dl className="segment-figures">
        <div data-main>
          <dt>{t('segment.members')}</dt>
          <dd aria-live="polite">{numberText(Number(count))}</dd>
        </div>
        <div>
          <dt>{t('segment.kind')}</dt>
          <dd>{labelOf(String(kind))}</dd>
        </div>
        {typeof costClass === 'string' ? (
          <div title={t('segment.cost.text')}>
            <dt>{t('segment.cost')}</dt>
            <dd>{labelOf(costClass)}</dd>
          </div>
        ) : null}
        {typeof builtAt === 'string' ? (
          <div>
            <dt>{t('segment.built')}</dt>
            <dd title={exactMomentText(builtAt)}>{agoText(builtAt)}</dd>
          </div>
        ) : null}
      </dl>
      {filterText === null ? null : <code className="filter-shown">{filterText}</code>}
      <Trend trend={segment.trend ?? []} />
      {sample.length === 0 ? null : (
        <Stack gap={4}>
          <Title order={3} size="h6">
            {t('segment.sample')}
          </Title>
          <ul className="segment-sample">
            {sample.map(({ contactId, email, name }) => (
              <li key={contactId}>
                <RecordLink id={contactId} text={name ?? email ?? contactId} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <SnapshotButton segment={segment} />
    </section>
  )
}

/** The state of a segment in words, where it is not simply ready, with the way out. */
function StateNotice({ segment, reload }: { segment: Segment; reload(): Promise<void> }) {
  const { client } = useAccount()
  const canWrite = useScope()('marketing.segment:write')
  const status = String(segment.status)
  if (status === 'ready') return null
  const rebuild = async () => {
    try {
      await client.callAny('marketing.segment.update', { segmentId: segment.id, action: 'rebuild' })
      await reload()
    } catch (error) {
      notifyFailure(error)
    }
  }
  const known = (['building', 'stale', 'error', 'archived'] as const).find((each) => each === status)
  return (
    <Alert color={status === 'error' ? 'red' : 'yellow'} role="status">
      <Group justify="space-between" gap="sm">
        <div>
          {known === undefined ? labelOf(status) : t(`segment.state.${known}`)}
          {typeof segment.error === 'string' ? <Text size="sm">{segment.error}</Text> : null}
        </div>
        {canWrite && status !== 'building' ? (
          <Button size="xs" variant="default" onClick={() => void rebuild()}>
            {t('segment.rebuild')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  )
}

function Trend({ trend }: { trend: readonly { day: string; count: number }[] }) {
  const points = trend.map(({ day, count }) => ({ atMs: Date.parse(`${day}T12:00:00Z`), value: count, former: null }))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) {
    return (
      <Text size="sm" c="dimmed">
        {t('segment.trend.none')}
      </Text>
    )
  }
  return (
    <TrendChart
      label={t('segment.trend', {
        from: dayText(trend[0]?.day ?? ''),
        first: numberText(first.value),
        last: numberText(last.value),
      })}
      range={{ fromMs: first.atMs, toMs: last.atMs + dayMs / 2, interval: 'day' }}
      points={points}
      textOf={numberText}
    />
  )
}

/** Keeps the present members in a segment of its own. */
function SnapshotButton({ segment }: { segment: Segment }) {
  const { id: accountId, client } = useAccount()
  const canWrite = useScope()('marketing.segment:write')
  const stale = useStale()
  const navigate = useNavigate()
  if (!canWrite || segment.kind !== 'dynamic') return null
  const snap = async () => {
    try {
      const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
      const name = `${String(segment.name).slice(0, 100)} · ${at}`
      const input = { name, kind: 'snapshot', filter: segment.filter }
      // cast: the operation returns the new segment.
      const { id } = (await client.callAny('marketing.segment.create', input)) as { id: string }
      await stale('marketing.segment')
      await navigate({ to: `/${accountId}/marketing/segment/${id}` })
      notify(t('segment.snapshot.done'))
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Group>
      <Button size="xs" variant="default" title={t('segment.snapshot.text')} onClick={() => void snap()}>
        {t('segment.snapshot')}
      </Button>
    </Group>
  )
}
