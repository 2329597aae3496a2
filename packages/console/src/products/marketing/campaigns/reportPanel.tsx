import { Alert, Progress, SegmentedControl, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { ChartCard } from '#console/parts/charts/chartCard.tsx'
import { RankedBars } from '#console/parts/charts/rankedBars.tsx'
import { TrendChart } from '#console/parts/charts/trendChart.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { durationText, moneyText, momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { Links } from './links.tsx'
import { Recipients } from './recipients.tsx'
import { SentMail } from './sentMail.tsx'
import { Variants } from './variants.tsx'
import { paceOf, withReading, type Reading } from './sendingPace.ts'
import '#console/parts/figure.css'
import './campaigns.css'

type Campaign = OutputOf<'marketing.campaign.get'>
type Stats = Campaign['stats']
type Hour = NonNullable<Campaign['timeline']>[number]

const movingMs = 2_000
const restingMs = 15_000
const hourMs = 3_600_000

/** The report of a campaign, which moves while it sends. */
export function Panel({ record, reload }: PanelProps) {
  const isMoving = record['status'] === 'sending'
  const input = { campaignId: record.id, include: ['timeline', 'results', 'links'] }
  const { data } = useRead<Campaign>('marketing.campaign.get', input, { everyMs: isMoving ? movingMs : restingMs })
  const status = data?.status
  useEffect(() => {
    // The header and the list show the new state, too.
    if (status !== undefined && status !== record['status']) void reload()
  }, [status, record, reload])
  if (data === undefined) return null
  // One that never started has nothing to report but the cause.
  if (status === 'missed') return <Stopped campaign={data} />
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('report.title')}</Title>
        <Stopped campaign={data} />
        <Sending
          waits={waitText(data)}
          stats={data.stats}
          isMoving={isMoving}
          isFixing={isMoving && data.frozenAt === null}
        />
        <dl className="figures">
          <Figure
            name={t('report.opened')}
            value={data.stats.opened}
            of={data.stats.sent}
            note={machines(data.stats)}
          />
          <Figure name={t('report.clicked')} value={data.stats.clicked} of={data.stats.sent} />
          <Figure name={t('report.replied')} value={data.stats.replied} of={data.stats.sent} />
          <Figure name={t('report.unsubscribed')} value={data.stats.unsubscribed} of={data.stats.sent} />
          <Figure name={t('report.complained')} value={data.stats.complained} of={data.stats.sent} />
          <Figure
            name={t('report.returned')}
            value={data.stats.returned + data.stats.bounced}
            of={data.stats.sent + data.stats.bounced}
          />
          <Conversions stats={data.stats} />
        </dl>
      </section>
      <SentMail campaign={data} />
      <Variants campaign={data} reload={reload} />
      <States stats={data.stats} />
      <Links links={data.links ?? []} />
      <Hours hours={data.timeline ?? []} />
      <Recipients campaignId={record.id} isMoving={isMoving} />
    </>
  )
}

function machines({ machineOpened }: Stats): string | undefined {
  return machineOpened === 0 ? undefined : t('report.machines', { count: numberText(machineOpened) })
}

const causes = ['audienceFailed', 'integrationUnavailable', 'senderUnverified', 'late', 'template'] as const

/** The cause of a pause that came by itself, or of a missed start. */
function Stopped({ campaign: { status, pauseReason } }: { campaign: Campaign }) {
  const cause = causes.find((each) => each === pauseReason)
  if (cause === undefined || !(status === 'paused' || status === 'missed')) return null
  return (
    <Alert color="yellow" role="status">
      {t(`report.${cause}`)}
    </Alert>
  )
}

type WaitingCampaign = Pick<Campaign, 'status' | 'variants' | 'winner' | 'decideAt'>

type SendingProps = { waits: string | undefined; stats: Stats; isMoving: boolean; isFixing: boolean }

/** The wait of the rest for the winner of a test, in words; undefined once one is chosen, or without a test. */
export function waitText({ status, variants, winner, decideAt }: WaitingCampaign): string | undefined {
  if (status !== 'sending' || variants.length === 0 || winner !== null) return undefined
  return decideAt === null ? t('report.waits.byHand') : t('report.waits', { time: momentText(decideAt) })
}

/** Progress, pace and remaining time; no time for a rest that waits for the winner. */
function Sending({ waits, stats, isMoving, isFixing }: SendingProps) {
  const left = stats.queued + stats.sending + stats.deferred
  const isWaiting = waits !== undefined
  const [readings, setReadings] = useState<readonly Reading[]>([])
  useEffect(() => {
    if (isMoving && !isWaiting) setReadings((before) => withReading(before, { atMs: Date.now(), left }))
    else setReadings([])
  }, [isMoving, isWaiting, left])
  const done = stats.audience - left
  const share = stats.audience === 0 ? 0 : done / stats.audience
  const pace = isMoving && waits === undefined ? paceOf(readings) : undefined
  return (
    <div>
      <Progress value={share * 100} aria-label={t('report.progress')} size="lg" animated={isMoving} />
      <Text size="sm" mt={6} aria-live="polite">
        {isFixing
          ? t('report.fixing')
          : t('report.done', { done: numberText(done), audience: numberText(stats.audience) })}
        {pace === undefined ? null : ` · ${paceText(pace)}`}
        {waits === undefined || isFixing ? null : ` · ${waits}`}
      </Text>
    </div>
  )
}

function paceText({ perSecond, secondsLeft }: { perSecond: number; secondsLeft: number }): string {
  return t('report.pace', { rate: numberText(Math.round(perSecond)), time: durationText(Math.ceil(secondsLeft)) })
}

type FigureProps = { name: string; value: number; of: number; note?: string | undefined }

function Figure({ name, value, of, note }: FigureProps) {
  const share = of === 0 ? '' : numberText(value / of, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {numberText(value)} <small>{share}</small>
        {note === undefined ? null : <small className="figures-note">{note}</small>}
      </dd>
    </div>
  )
}

/** Conversions with their revenue; nothing while there are none. */
function Conversions({ stats }: { stats: Stats }) {
  if (stats.conversions === 0) return null
  const revenue = stats.revenue.map(({ amount, currency }) => moneyText(amount, currency)).join(' · ')
  return (
    <Figure
      name={t('report.conversions')}
      value={stats.conversions}
      of={stats.sent}
      note={revenue === '' ? undefined : revenue}
    />
  )
}

const ends = ['sent', 'queued', 'sending', 'deferred', 'bounced', 'failed', 'uncertain', 'cancelled'] as const
const reasons = [
  'skippedUnsubscribed',
  'skippedSuppressed',
  'skippedNoAddress',
  'skippedTopic',
  'skippedCapped',
  'skippedGone',
  'skippedDuplicate',
] as const

/** Contacts by state: together they are the audience. */
function States({ stats }: { stats: Stats }) {
  const named = reasons.reduce((sum, reason) => sum + stats[reason], 0)
  const rows = [
    ...[...ends, ...reasons].map((key) => ({ name: t(`report.state.${key}`), value: stats[key] })),
    { name: t('report.state.skipped'), value: Math.max(0, stats.skipped - named) },
  ].filter(({ value }) => value > 0)
  if (rows.length === 0) return null
  return (
    <ChartCard
      title={t('report.states')}
      fileName="campaign-states"
      rows={rows}
      columns={[
        { title: t('report.state'), value: ({ name }) => name },
        { title: t('report.count'), value: ({ value }) => value, text: ({ value }) => numberText(value) },
      ]}
    >
      <RankedBars
        bars={rows.map(({ name, value }) => ({
          name,
          value,
          text: numberText(value),
          note: numberText(value / Math.max(1, stats.audience), { style: 'percent', maximumFractionDigits: 1 }),
        }))}
      />
    </ChartCard>
  )
}

const measures = ['sent', 'opened', 'clicked'] as const

/** Mails, opens and clicks of each hour. */
function Hours({ hours }: { hours: readonly Hour[] }) {
  const [measure, setMeasure] = useState<(typeof measures)[number]>('opened')
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const fromMs = Date.parse(first.hour)
  const toMs = Date.parse(last.hour) + hourMs
  const by = new Map(hours.map((hour) => [Date.parse(hour.hour), hour[measure]]))
  const points = Array.from({ length: Math.min(500, (toMs - fromMs) / hourMs) }, (_, index) => {
    const atMs = fromMs + index * hourMs
    return { atMs, value: by.get(atMs) ?? 0, former: null }
  })
  const sum = points.reduce((total, { value }) => total + value, 0)
  return (
    <ChartCard
      title={t('report.hours')}
      fileName="campaign-hours"
      rows={hours}
      columns={[
        { title: t('report.hour'), value: ({ hour }) => hour, text: ({ hour }) => momentText(hour) },
        ...measures.map((key) => ({ title: t(`report.${key}`), value: (hour: Hour) => hour[key] })),
      ]}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t('report.hours')}
          value={measure}
          onChange={(next) => setMeasure(measures.find((each) => each === next) ?? 'opened')}
          data={measures.map((value) => ({ value, label: t(`report.${value}`) }))}
        />
      }
    >
      <TrendChart
        label={`${t(`report.${measure}`)}: ${numberText(sum)}`}
        range={{ fromMs, toMs, interval: 'hour' }}
        points={points}
        textOf={numberText}
      />
    </ChartCard>
  )
}
