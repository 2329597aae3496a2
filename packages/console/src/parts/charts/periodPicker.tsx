import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { timeZone } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { daysOfRange, periodOfSearch, rangeOfPeriod, recentPeriods, type Period } from './timeRange.ts'
import './charts.css'

/** The period in the address of this page, and a function that changes it there. */
export function usePeriod(): { period: Period; setPeriod(period: Period): void } {
  const search: Record<string, string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setPeriod = ({ kind, ...days }: Period) => {
    const { from: _from, to: _to, ...others } = search
    // cast: the search of a page is any flat record of texts.
    void navigate({ to: '.', search: { ...others, period: kind, ...days } as never, replace: true })
  }
  return { period: periodOfSearch(search), setPeriod }
}

/** A choice of a period that ends now, or of days. */
export function PeriodPicker() {
  const { period, setPeriod } = usePeriod()
  const choose = (kind: string) => {
    const recent = recentPeriods.find((each) => each === kind)
    if (recent !== undefined) return setPeriod({ kind: recent })
    const now = Date.now()
    setPeriod({ kind: 'own', ...daysOfRange(rangeOfPeriod(period, now, timeZone()), timeZone()) })
  }
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('chart.period')}
        value={period.kind}
        onChange={choose}
        data={[...recentPeriods, 'own' as const].map((kind) => ({ value: kind, label: t(`chart.period.${kind}`) }))}
      />
      {period.kind === 'own' ? (
        <Group gap={6} wrap="nowrap">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              size="xs"
              aria-label={t(`chart.period.${end}`)}
              value={period[end]}
              max={daysOfRange(rangeOfPeriod({ kind: '24h' }, Date.now(), timeZone()), timeZone()).to}
              onChange={({ currentTarget: { value } }) => {
                if (value !== '') setPeriod({ ...period, [end]: value })
              }}
            />
          ))}
        </Group>
      ) : null}
    </Group>
  )
}
