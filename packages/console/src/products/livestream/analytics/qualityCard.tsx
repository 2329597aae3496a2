import { Text } from '@mantine/core'
import { ChartCard } from '#console/parts/charts/chartCard.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t, type TextKey } from '#console/texts/texts.ts'
import type { Analytics } from './audienceQueries.ts'

type Quality = Analytics['quality']
type Figure = { title: TextKey; about: TextKey; text: string; value: number | null; worse?: string | undefined }

/** Quality of playback: start-up, latency, stalls, errors and bitrate. */
export function QualityCard({ name, quality }: { name: string; quality: Quality }) {
  if (quality === undefined) return null
  const figures = figuresOf(quality)
  return (
    <ChartCard
      title={t('analytics.quality')}
      fileName={`${name}-quality`}
      rows={figures}
      columns={[
        { title: t('analytics.quality'), value: ({ title }) => t(title) },
        { title: t('chart.value'), value: ({ value }) => value, text: ({ text, worse }) => joined(text, worse) },
      ]}
    >
      <dl className="quality">
        {figures.map(({ title, about, text, worse }) => (
          <div key={title} title={t(about)}>
            <dt>{t(title)}</dt>
            <dd>
              {text}
              {worse === undefined ? null : (
                <Text size="xs" c="dimmed" span>
                  {worse}
                </Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  )
}

function joined(text: string, worse: string | undefined): string {
  return worse === undefined ? text : `${text} (${worse})`
}

function figuresOf(quality: NonNullable<Quality>): Figure[] {
  const { startupMsP50, startupMsP95, latencySecondsP50, latencySecondsP95 } = quality
  const { rebufferRatio, errorRate, averageBitrateKbps } = quality
  const inSeconds = (value: number | null) => (value === null ? null : value / 1000)
  return [
    { ...percentiles(inSeconds(startupMsP50), inSeconds(startupMsP95)), ...texts('startup') },
    { ...percentiles(latencySecondsP50, latencySecondsP95), ...texts('latency') },
    { ...share(rebufferRatio), ...texts('rebuffer') },
    { ...share(errorRate), ...texts('errorRate') },
    {
      ...texts('bitrate'),
      value: averageBitrateKbps,
      text: averageBitrateKbps === null ? '–' : `${numberText(averageBitrateKbps)} kbit/s`,
    },
  ]
}

function texts(name: 'startup' | 'latency' | 'rebuffer' | 'errorRate' | 'bitrate') {
  return { title: `analytics.${name}`, about: `analytics.${name}.about` } as const
}

function percentiles(half: number | null, most: number | null) {
  const text = (value: number) =>
    numberText(value, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 })
  const worse = most === null ? undefined : t('analytics.percentiles', { value: text(most) })
  return { value: half, text: half === null ? '–' : text(half), worse }
}

function share(value: number) {
  return { value, text: numberText(value, { style: 'percent', maximumFractionDigits: 1 }) }
}
