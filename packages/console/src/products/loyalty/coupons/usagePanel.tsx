import { Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import { DayChart } from '#console/parts/charts/dayChart.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Coupon = OutputOf<'loyalty.coupon.get'>
type Money = { amount: number; currency: string }

const freshMs = 10_000

/** Uses of a coupon: how many, what they gave, how many are left, and their days. */
export function Panel({ record }: PanelProps) {
  const { data } = useRead<Coupon>(
    'loyalty.coupon.get',
    { couponId: record.id, include: 'usage' },
    { everyMs: freshMs },
  )
  if (data === undefined) return null
  const { redeemed, reserved, remaining, discountGranted, budget, maxRedemptions, usage = [] } = data
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('loyalty.usage')}</Title>
        <Figures>
          <Figure
            name={t('loyalty.usage.redeemed')}
            value={numberText(redeemed)}
            note={maxRedemptions === null ? t('loyalty.usage.unlimited') : t('loyalty.usage.of', of(maxRedemptions))}
          />
          <Figure name={t('loyalty.usage.reserved')} value={numberText(reserved)} />
          <Figure name={t('loyalty.usage.remaining')} value={remaining === null ? '∞' : numberText(remaining)} />
          {discountGranted === null ? null : (
            <Figure
              name={t('loyalty.usage.discount')}
              value={textOf(discountGranted)}
              note={budget === null ? undefined : t('loyalty.usage.of', { max: textOf(budget) })}
            />
          )}
        </Figures>
      </section>
      <DayChart
        title={t('loyalty.usage.days')}
        fileName="coupon-usage"
        days={usage.map(({ day, redeemed: value }) => ({ day, value }))}
        rows={usage}
        columns={[
          { title: t('loyalty.usage.redeemed'), value: (row) => row.redeemed },
          { title: t('loyalty.usage.rolledBack'), value: (row) => row.rolledBack },
          { title: t('loyalty.usage.discount'), value: ({ discounts }) => discounts.map(textOf).join(' · ') },
        ]}
      />
    </>
  )
}

function of(max: number): { max: string } {
  return { max: numberText(max) }
}

function textOf({ amount, currency }: Money): string {
  return moneyText(amount, currency)
}
