import { Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { UsageDays, amountText } from './usageDays.tsx'

type Coupon = OutputOf<'loyalty.coupon.get'>

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
              value={amountText(discountGranted)}
              note={budget === null ? undefined : t('loyalty.usage.of', { max: amountText(budget) })}
            />
          )}
        </Figures>
      </section>
      <UsageDays usage={usage} fileName="coupon-usage" />
    </>
  )
}

function of(max: number): { max: string } {
  return { max: numberText(max) }
}
