import type { ReactNode } from 'react'
import './charts.css'

/** One bar: its name, its value, and the value with its unit. `content`: a link in place of the name. */
export type RankedBar = { name: string; value: number; text: string; note?: string | undefined; content?: ReactNode }

/** Parts of a whole as bars, largest first; the widest stands for the largest value. */
export function RankedBars({ bars }: { bars: readonly RankedBar[] }) {
  const max = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className="ranked">
      {bars.map(({ name, value, text, note, content }) => (
        <li key={name}>
          <span className="ranked-bar" style={{ inlineSize: `${(value / max) * 100}%` }} />
          <span className="ranked-name" title={content === undefined ? name : undefined}>
            {content ?? name}
          </span>
          <span className="ranked-value">
            {text}
            {note === undefined ? null : <small>{note}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}
