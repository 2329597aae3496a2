import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { TrendChart } from '#console/parts/charts/trendChart.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { agoText, exactMomentText, momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { PointsForm } from './pointsForm.tsx'
import { scoreCurve, spanMs } from './scoreCurve.ts'
import './contacts.css'

type Score = OutputOf<'marketing.leadScore.get'>
type Model = NonNullable<Score['model']>

const freshMs = 10_000
const dayMs = 86_400_000
const curveDays = 90

/** Scores of a contact: their values now, how they fall from here, and the points that explain them. */
export function Panel({ record }: PanelProps) {
  const hasScope = useScope()
  const isOn = hasScope('marketing.leadScore:read')
  const input = { contactId: record.id, include: ['breakdown'] }
  const { data: score } = useRead<Score>('marketing.leadScore.get', input, { everyMs: freshMs, isOn })
  const { data: account } = useRead<Score>('marketing.leadScore.get', {}, { isOn })
  if (score === undefined) return null
  const entries = score.breakdown ?? []
  return (
    <section className="surface section">
      <Group justify="space-between" align="start">
        <Title order={2}>{t('score.title')}</Title>
        <Badge variant="light" tt="none">
          {labelOf(score.status)}
        </Badge>
      </Group>
      <dl className="score-figures">
        <Figure name={t('score.total')} value={score.total} isMain />
        <Figure name={t('score.engagement')} value={score.engagement} />
        <Figure name={t('score.fit')} value={score.fit} />
        <div>
          <dt>{t('score.grade')}</dt>
          <dd>{score.grade}</dd>
        </div>
      </dl>
      <Next crossing={score.nextCrossing ?? null} />
      {account?.model === undefined || (score.total ?? 0) === 0 ? null : <Curve score={score} model={account.model} />}
      {entries.length === 0 ? <Text c="dimmed">{t('score.none')}</Text> : <Entries entries={entries} />}
      <Rest rest={score.breakdownRest} />
      {hasScope('marketing.leadScore:write') ? <PointsForm contactId={record.id} /> : null}
    </section>
  )
}

function Figure({ name, value, isMain }: { name: string; value: number | undefined; isMain?: boolean }) {
  return (
    <div data-main={isMain || undefined}>
      <dt>{name}</dt>
      <dd>{pointsText(value ?? 0)}</dd>
    </div>
  )
}

function Next({ crossing }: { crossing: Score['nextCrossing'] | null }) {
  if (crossing === null || crossing === undefined) return null
  const { threshold, direction, at } = crossing
  return (
    <Text size="sm" title={exactMomentText(at)}>
      {t(direction === 'up' ? 'score.next.up' : 'score.next.down', {
        threshold: labelOf(threshold),
        in: agoText(at),
        at: momentText(at),
      })}
    </Text>
  )
}

function Curve({ score, model }: { score: Score; model: Model }) {
  const atMs = Date.parse(score.asOf ?? '')
  const { halfLife, floor } = model.decay
  const expiries = (score.breakdown ?? []).flatMap(({ score: name, decayed, expiresAt }) =>
    expiresAt === null ? [] : [{ score: name, decayed, expiresAtMs: Date.parse(expiresAt) }],
  )
  if (halfLife === null && expiries.length === 0) return null
  const { fit = 0, engagement = 0 } = score
  const halfLifeMs = halfLife === null ? null : spanMs(halfLife)
  const points = scoreCurve({ fit, engagement, atMs, halfLifeMs, floor, bounds: model.bounds, expiries }, curveDays)
  return (
    <TrendChart
      label={t('score.curve', { total: pointsText(score.total ?? 0), end: pointsText(points.at(-1)?.value ?? 0) })}
      range={{ fromMs: Math.floor(atMs / dayMs) * dayMs, toMs: atMs + curveDays * dayMs, interval: 'day' }}
      points={points.map((each) => ({ ...each, former: null }))}
      textOf={pointsText}
    />
  )
}

function Entries({ entries }: { entries: NonNullable<Score['breakdown']> }) {
  return (
    <div className="score-entries" tabIndex={0} role="region" aria-label={t('score.entries')}>
      <Table fz="sm" miw="34rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('score.entry.reason')}</Table.Th>
            <Table.Th>{t('score.entry.score')}</Table.Th>
            <Table.Th className="score-number">{t('score.entry.points')}</Table.Th>
            <Table.Th className="score-number">{t('score.entry.now')}</Table.Th>
            <Table.Th>{t('score.entry.at')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(({ id, reason, ruleId, score, points, decayed, at, expiresAt }) => (
            <Table.Tr key={id}>
              <Table.Td>{reason ?? ruleId ?? '–'}</Table.Td>
              <Table.Td>{t(score === 'fit' ? 'score.fit' : 'score.engagement')}</Table.Td>
              <Table.Td className="score-number">{pointsText(points)}</Table.Td>
              <Table.Td className="score-number">{pointsText(decayed)}</Table.Td>
              <Table.Td title={exactMomentText(at)}>
                <Stack gap={0}>
                  <time dateTime={at}>{momentText(at)}</time>
                  {expiresAt === null ? null : (
                    <Text size="xs" c="dimmed">
                      {t('score.entry.until', { at: momentText(expiresAt) })}
                    </Text>
                  )}
                </Stack>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Entries that count beside those that are listed. */
function Rest({ rest }: { rest: Score['breakdownRest'] }) {
  if (rest === undefined || rest.entries === 0) return null
  const { entries: count, fit, engagement } = rest
  return (
    <Text size="sm" c="dimmed">
      {t('score.rest', { count: numberText(count), fit: pointsText(fit), engagement: pointsText(engagement) })}
    </Text>
  )
}

function pointsText(points: number): string {
  return numberText(points, { maximumFractionDigits: 1 })
}
