import { Text, Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import { DayChart } from '#console/parts/charts/dayChart.tsx'
import { RankedBars } from '#console/parts/charts/rankedBars.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Stats = NonNullable<OutputOf<'loyalty.promotion.get'>['stats']>
type Lift = NonNullable<Stats['liftVsHoldout']>

const freshMs = 10_000

/** Uses of a promotion, what it gave, and what it changes against its holdout. */
export function Panel({ record }: PanelProps) {
  const input = { promotionId: record.id, include: ['stats'] }
  const { data } = useRead<OutputOf<'loyalty.promotion.get'>>('loyalty.promotion.get', input, { everyMs: freshMs })
  const stats = data?.stats
  if (stats === undefined) return null
  const { evaluated, redemptions, rolledBack, discount, tokens, days, liftVsHoldout } = stats
  const given = discount.filter(({ amount }) => amount > 0)
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('promotion.stats')}</Title>
        <Figures>
          <Figure name={t('promotion.seen')} value={numberText(evaluated)} />
          <Figure
            name={t('promotion.used')}
            value={numberText(redemptions)}
            note={rolledBack === 0 ? undefined : t('promotion.rolledBack', { count: numberText(rolledBack) })}
          />
          <Figure
            name={t('loyalty.usage.discount')}
            value={given.length === 0 ? '–' : given.map((each) => moneyText(each.amount, each.currency)).join(' · ')}
          />
          {tokens > 0 ? <Figure name={t('promotion.tokens')} value={numberText(tokens)} /> : null}
        </Figures>
      </section>
      <DayChart
        title={t('loyalty.usage.days')}
        fileName="promotion-uses"
        days={days.map(({ day, used }) => ({ day, value: used }))}
        rows={days}
        columns={[{ title: t('promotion.used'), value: ({ used }) => used }]}
      />
      {record['holdoutPercent'] === 0 && liftVsHoldout === null ? null : <LiftCard lift={liftVsHoldout} />}
    </>
  )
}

/** The share of buyers with the promotion beside that of the holdout, with the interval of their difference. */
function LiftCard({ lift }: { lift: Lift | null }) {
  return (
    <section className="surface section">
      <Title order={2}>{t('promotion.lift')}</Title>
      {lift === null ? (
        <Text c="dimmed">{t('promotion.lift.none')}</Text>
      ) : (
        <>
          <RankedBars
            bars={[
              barOf(t('promotion.lift.with'), lift.rate, { of: lift.people, buyers: lift.buyers }),
              barOf(t('promotion.lift.without'), lift.rateHeldOut, {
                of: lift.peopleHeldOut,
                buyers: lift.buyersHeldOut,
              }),
            ]}
          />
          <Text size="sm">
            {t('promotion.lift.difference', {
              difference: points(lift.difference),
              low: points(lift.low),
              high: points(lift.high),
            })}{' '}
            <strong>{t(verdictOf(lift))}</strong>
          </Text>
        </>
      )}
    </section>
  )
}

function barOf(name: string, rate: number, { of, buyers }: { of: number; buyers: number }) {
  const note = t('promotion.lift.of', { buyers: numberText(buyers), people: numberText(of) })
  return { name, value: rate * 1_000, text: percent(rate), note }
}

/** An interval without zero is a difference that chance alone seldom makes. */
function verdictOf({ low, high }: Lift) {
  if (low > 0) return 'promotion.lift.up' as const
  return high < 0 ? ('promotion.lift.down' as const) : ('promotion.lift.open' as const)
}

function percent(share: number): string {
  return numberText(share, { style: 'percent', maximumFractionDigits: 1 })
}

function points(share: number): string {
  return numberText(share * 100, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
}
