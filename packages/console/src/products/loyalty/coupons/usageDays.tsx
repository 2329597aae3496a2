import type { OutputOf } from '#console/app/client.ts'
import { DayChart } from '#console/parts/charts/dayChart.tsx'
import { moneyText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Usage = NonNullable<OutputOf<'loyalty.coupon.get'>['usage']>

/** Uses by day of a coupon or a batch, as a chart and a table. */
export function UsageDays({ usage, fileName }: { usage: Usage; fileName: string }) {
  return (
    <DayChart
      title={t('loyalty.usage.days')}
      fileName={fileName}
      days={usage.map(({ day, redeemed: value }) => ({ day, value }))}
      rows={usage}
      columns={[
        { title: t('loyalty.usage.redeemed'), value: (row) => row.redeemed },
        { title: t('loyalty.usage.rolledBack'), value: (row) => row.rolledBack },
        { title: t('loyalty.usage.discount'), value: ({ discounts }) => discounts.map(amountText).join(' · ') },
      ]}
    />
  )
}

/** An amount in the language of the person. */
export function amountText({ amount, currency }: { amount: number; currency: string }): string {
  return moneyText(amount, currency)
}
