import { Alert, Badge, Button, Group, Skeleton, Stack, Switch, Text, Title, UnstyledButton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDownRight, ArrowUpRight, Eye, Minus } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { ChartCard, type ChartColumn } from '#console/parts/charts/chartCard.tsx'
import { PeriodPicker, usePeriod } from '#console/parts/charts/periodPicker.tsx'
import { rangeText } from '#console/parts/charts/rangeTexts.ts'
import { formerRange, rangeOfPeriod, type TimeRange } from '#console/parts/charts/timeRange.ts'
import type { TrendPoint } from '#console/parts/charts/trendChart.tsx'
import { momentText, numberText, timeZone } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { useAnalytics, useNow, usePresentViewers, type Analytics, type AudienceSubject } from './audienceQueries.ts'
import { BreakdownCard } from './breakdownCard.tsx'
import { growthOf, measures, type Measure } from './measures.ts'
import { QualityCard } from './qualityCard.tsx'
import './analytics.css'

const TrendChart = lazy(() =>
  import('#console/parts/charts/trendChart.tsx').then((module) => ({ default: module.TrendChart })),
)

/** Parts of the figures that the page reads at once. */
const metrics = ['totals', 'timeseries', 'quality'] as const

type ViewProps = {
  subject: AudienceSubject
  /** First part of the names of its CSV files. */
  name: string
  /** Range in place of the period that the person chooses, without a comparison. */
  fixedRange?: TimeRange | undefined
  /** Further choices beside the period. */
  controls?: ReactNode
  /** Further charts of the same range. */
  children?(range: TimeRange): ReactNode
}

/** Audience and playback quality of a subject over a period: totals, time series and ranked parts. */
export function AudienceView({ subject, name, fixedRange, controls, children }: ViewProps) {
  const { period } = usePeriod()
  const now = useNow()
  const range = fixedRange ?? rangeOfPeriod(period, now, timeZone())
  const search: Record<string, string> = useSearch({ strict: false })
  const isCompared = fixedRange === undefined && search['compare'] !== 'off'
  const { data, error, isPlaceholderData } = useAnalytics(subject, range, { metrics: [...metrics] })
  const former = useAnalytics(subject, formerRange(range), { metrics: ['totals', 'timeseries'], isOn: isCompared }).data
  return (
    <Stack gap="lg">
      <Toolbar {...{ subject, range, isCompared, controls, isFixed: fixedRange !== undefined }} />
      {error === null ? null : (
        <Alert color="red" role="alert">
          {sentenceOf(error)}
        </Alert>
      )}
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : null
      ) : (
        <div className="analytics" data-stale={isPlaceholderData || undefined}>
          {data.totals?.views === 0 ? <NoViews isFixed={fixedRange !== undefined} /> : null}
          <Audience {...{ name, range, data, former: isCompared ? former : undefined }} />
          {children?.(range)}
          <div className="analytics-parts">
            <BreakdownCard {...{ subject, range, name, title: 'analytics.from', groups: originGroups }} />
            <BreakdownCard {...{ subject, range, name, title: 'analytics.on', groups: deviceGroups }} />
            <BreakdownCard {...{ subject, range, name, title: 'analytics.how', groups: playbackGroups }} />
            <QualityCard name={name} quality={data.quality} />
          </div>
        </div>
      )}
    </Stack>
  )
}

const originGroups = ['country', 'referrer', 'isEmbedded'] as const
const deviceGroups = ['device', 'browser', 'os', 'player'] as const
const playbackGroups = ['rendition', 'protocol', 'error'] as const

type ToolbarProps = {
  subject: AudienceSubject
  range: TimeRange
  isCompared: boolean
  controls: ReactNode
  isFixed: boolean
}

function Toolbar({ subject, range, isCompared, controls, isFixed }: ToolbarProps) {
  const navigate = useNavigate()
  const present = usePresentViewers(subject)
  const compare = (isOn: boolean) =>
    void navigate({
      to: '.',
      // cast: the search of a page is any flat record of texts.
      search: ((before: object) => ({ ...before, compare: isOn ? undefined : 'off' })) as never,
      replace: true,
    })
  return (
    <Group gap="md">
      {isFixed ? null : <PeriodPicker />}
      {controls}
      {isFixed ? null : (
        <Switch
          size="xs"
          label={t('chart.compare')}
          checked={isCompared}
          onChange={({ currentTarget }) => compare(currentTarget.checked)}
        />
      )}
      <Text size="xs" c="dimmed">
        {rangeText(range)}
      </Text>
      <Group ms="auto" role="status">
        {present === undefined ? null : (
          <Badge
            variant="light"
            color={present > 0 ? 'teal' : 'gray'}
            tt="none"
            leftSection={<Eye size={13} aria-hidden />}
          >
            {plural('analytics.now', present)}
          </Badge>
        )}
      </Group>
    </Group>
  )
}

/** The layout of the page while its figures load. */
function Waiting() {
  return (
    <Stack gap="lg" className="slow" aria-busy>
      <Skeleton height={430} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </Stack>
  )
}

/** Advice for a period without views. */
function NoViews({ isFixed }: { isFixed: boolean }) {
  const { period, setPeriod } = usePeriod()
  return (
    <section className="surface analytics-empty">
      <Title order={2}>{t('analytics.empty')}</Title>
      <Text c="dimmed">{t('analytics.empty.text')}</Text>
      {isFixed || period.kind === '30d' ? null : (
        <Button variant="default" size="xs" onClick={() => setPeriod({ kind: '30d' })}>
          {t('analytics.empty.wider')}
        </Button>
      )}
    </section>
  )
}

type Bucket = NonNullable<Analytics['timeseries']>[number]

/** An interval, and the one at the same place of the former period. */
type Row = { bucket: Bucket; earlier: Bucket | undefined }

type AudienceProps = { name: string; range: TimeRange; data: Analytics; former: Analytics | undefined }

/** Totals as tiles; the chosen one is drawn over time. */
function Audience({ name, range, data: { totals, timeseries = [] }, former }: AudienceProps) {
  const search: Record<string, string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const measure = measures.find(({ key }) => key === search['figure']) ?? measures[0]
  if (totals === undefined || measure === undefined) return null
  const choose = (key: string) =>
    void navigate({
      to: '.',
      // cast: the search of a page is any flat record of texts.
      search: ((before: object) => ({ ...before, figure: key === 'views' ? undefined : key })) as never,
      replace: true,
    })
  const rows = timeseries.map((bucket, index): Row => ({ bucket, earlier: former?.timeseries?.[index] }))
  const points = rows.map(({ bucket, earlier }): TrendPoint => {
    const formerValue = earlier === undefined ? null : measure.valueOf(earlier)
    return { atMs: Date.parse(bucket.at), value: measure.valueOf(bucket), former: formerValue }
  })
  return (
    <ChartCard
      title={t('analytics.audience')}
      fileName={`${name}-audience`}
      rows={rows}
      columns={columnsOf(former !== undefined)}
    >
      <div className="tiles" role="group" aria-label={t('analytics.audience')}>
        {measures.map((each) => (
          <Tile
            key={each.key}
            measure={each}
            total={each.totalOf(totals)}
            former={former?.totals === undefined ? undefined : each.totalOf(former.totals)}
            isChosen={each === measure}
            choose={() => choose(each.key)}
          />
        ))}
      </div>
      <Suspense fallback={<div className="trend-space" />}>
        <TrendChart
          label={`${t(measure.title)}: ${measure.textOf(measure.totalOf(totals))}`}
          range={range}
          points={points}
          textOf={measure.textOf}
        />
      </Suspense>
    </ChartCard>
  )
}

/** Columns of the table: every figure, and behind them those of the former period where it is compared. */
function columnsOf(hasFormer: boolean): ChartColumn<Row>[] {
  const time: ChartColumn<Row> = {
    title: t('chart.time'),
    value: ({ bucket }) => bucket.at,
    text: ({ bucket }) => momentText(bucket.at),
  }
  const own = measures.map(({ title, valueOf, textOf }): ChartColumn<Row> => {
    return { title: t(title), value: ({ bucket }) => valueOf(bucket), text: ({ bucket }) => textOf(valueOf(bucket)) }
  })
  const former = measures.map(({ title, valueOf, textOf }): ChartColumn<Row> => {
    return {
      title: t('chart.former', { name: t(title) }),
      value: ({ earlier }) => (earlier === undefined ? null : valueOf(earlier)),
      text: ({ earlier }) => (earlier === undefined ? '–' : textOf(valueOf(earlier))),
    }
  })
  return [time, ...own, ...(hasFormer ? former : [])]
}

type TileProps = { measure: Measure; total: number; former: number | undefined; isChosen: boolean; choose(): void }

function Tile({ measure, total, former, isChosen, choose }: TileProps) {
  return (
    <UnstyledButton className="tile" aria-pressed={isChosen} onClick={choose} title={t(measure.about)}>
      <Text size="xs" c="dimmed" span>
        {t(measure.title)}
      </Text>
      <span className="tile-value">{measure.textOf(total)}</span>
      {former === undefined ? null : <Growth growth={growthOf(total, former)} isSame={total === former} />}
    </UnstyledButton>
  )
}

function Growth({ growth, isSame }: { growth: number | undefined; isSame: boolean }) {
  if (isSame || growth === undefined) {
    return (
      <span className="growth" title={isSame ? t('chart.same') : undefined}>
        <Minus size={14} aria-label={isSame ? t('chart.same') : undefined} aria-hidden={!isSame} />
      </span>
    )
  }
  const percent = numberText(Math.abs(growth), { style: 'percent', maximumFractionDigits: 0 })
  const Icon = growth > 0 ? ArrowUpRight : ArrowDownRight
  return (
    <span
      className="growth"
      data-rises={growth > 0}
      aria-label={t(growth > 0 ? 'chart.more' : 'chart.less', { percent })}
      role="img"
    >
      <Icon size={14} aria-hidden /> {percent}
    </span>
  )
}
