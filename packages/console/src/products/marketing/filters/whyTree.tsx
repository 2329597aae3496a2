import { Check, X } from 'lucide-react'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { isComparison } from './filterDraft.ts'
import './filters.css'

/** Part of a filter with its result. */
export type Why = { holds: boolean; op?: 'and' | 'or' | 'not'; of?: Why[]; condition?: Record<string, unknown> }

/** A filter with the result of each part: why a contact satisfies it, or not. */
export function WhyTree({ why }: { why: Why }) {
  return (
    <ul className="why">
      <WhyPart part={why} />
    </ul>
  )
}

function WhyPart({ part }: { part: Why }) {
  const { holds, op, of = [], condition } = part
  const Mark = holds ? Check : X
  return (
    <li>
      <span className="why-line" data-holds={holds || undefined}>
        <Mark size={14} role="img" aria-label={t(holds ? 'contact.segments.holds' : 'contact.segments.fails')} />
        {op === undefined ? conditionText(condition ?? {}) : t(`contact.segments.${op}`)}
      </span>
      {of.length === 0 ? null : (
        <ul className="why">
          {of.map((each, index) => (
            <WhyPart key={index} part={each} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** A condition in one line: `Country is DE`, or its JSON. */
function conditionText(condition: Record<string, unknown>): string {
  const { field, is, value, ...others } = condition
  if (typeof field !== 'string' || Object.keys(others).length > 0) return JSON.stringify(condition)
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const comparison = isComparison(is) ? t(`filter.is.${is}`) : String(is)
  return `${labelOf(field.replace(/^attributes\./, ''))} ${comparison} ${text}`.trim()
}
