import { dayText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { ChartCard, type ChartColumn } from './chartCard.tsx'
import { filledDays } from './filledDays.ts'
import { TrendChart } from './trendChart.tsx'

type DayProps<Row> = {
  title: string
  fileName: string
  /** Days `YYYY-MM-DD` with a value, oldest first; the days between them have none. */
  days: readonly { day: string; value: number }[]
  /** Rows and columns of the table behind the chart. */
  rows: readonly (Row & { day: string })[]
  columns: readonly ChartColumn<Row & { day: string }>[]
  textOf?(value: number): string
}

/** A figure by day of the last weeks, up to today; nothing without a day. */
export function DayChart<Row>({ title, fileName, days, rows, columns, textOf = numberText }: DayProps<Row>) {
  const { range, points } = filledDays(days, Date.now())
  const sum = days.reduce((total, { value }) => total + value, 0)
  if (days.length === 0) return null
  return (
    <ChartCard
      title={title}
      fileName={fileName}
      rows={rows}
      columns={[{ title: t('chart.day'), value: ({ day }) => day, text: ({ day }) => dayText(day) }, ...columns]}
    >
      <TrendChart label={`${title}: ${textOf(sum)}`} range={range} points={points} textOf={textOf} hasBars />
    </ChartCard>
  )
}
