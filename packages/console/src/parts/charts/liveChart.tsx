import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatLocale } from '#console/texts/texts.ts'
import { timeZone } from '#console/texts/formats.ts'
import type { Sample } from './sampleWindow.ts'
import './charts.css'

export type LiveChartProps = {
  /** Title and summary for screen readers, such as `Bitrate: 4,200 kbit/s`. */
  label: string
  samples: readonly Sample[]
  /** Seconds that the window shows. */
  windowSeconds: number
  height?: number
}

const heightDefault = 150

/** A line that moves with the time: the last samples of one figure, in a window of fixed length. */
export function LiveChart({ label, samples, windowSeconds, height = heightDefault }: LiveChartProps) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  // A chart reads its colours once: another scheme makes another chart.
  const scheme = useComputedColorScheme()
  useEffect(() => {
    const holder = element.current
    if (holder === null) return undefined
    const made = new uPlot(optionsOf(holder, height), [[], []], holder)
    chart.current = made
    const observer = new ResizeObserver(() => made.setSize({ width: holder.clientWidth, height }))
    observer.observe(holder)
    return () => {
      observer.disconnect()
      made.destroy()
      chart.current = undefined
    }
  }, [height, scheme])
  useEffect(() => {
    const made = chart.current
    if (made === undefined) return
    const now = (samples.at(-1)?.at ?? Date.now()) / 1000
    made.setData([samples.map(({ at }) => at / 1000), samples.map(({ value }) => value)], false)
    made.setScale('x', { min: now - windowSeconds, max: now })
  }, [samples, windowSeconds, height, scheme])
  return (
    <figure className="live-chart">
      <figcaption>{label}</figcaption>
      <div ref={element} role="img" aria-label={label} />
    </figure>
  )
}

function optionsOf(holder: HTMLElement, height: number): uPlot.Options {
  const style = getComputedStyle(holder)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const grid = { stroke: color('--console-line'), width: 1 }
  const clock = new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'medium', timeZone: timeZone() })
  return {
    width: holder.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    padding: [8, 8, 0, 0],
    scales: { x: { time: true, auto: false }, y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.15)] } },
    axes: [
      {
        stroke: color('--mantine-color-dimmed'),
        grid,
        ticks: grid,
        values: (_chart, ticks) => ticks.map((tick) => clock.format(tick * 1000)),
        space: 90,
      },
      {
        stroke: color('--mantine-color-dimmed'),
        grid,
        ticks: grid,
        size: 46,
        values: (_chart, ticks) => ticks.map(String),
      },
    ],
    series: [
      {},
      {
        stroke: color('--mantine-primary-color-filled'),
        fill: color('--mantine-primary-color-light'),
        width: 2,
        spanGaps: false,
        points: { show: false },
      },
    ],
  }
}
