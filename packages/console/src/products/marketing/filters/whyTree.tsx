import { Check, X } from 'lucide-react'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t } from '#console/texts/texts.ts'
import { conditionText } from './conditionTexts.ts'
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
        {op === undefined ? <Condition condition={condition ?? {}} /> : t(`contact.segments.${op}`)}
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

/** A condition in words, with a link to its segment or campaign. */
function Condition({ condition }: { condition: Record<string, unknown> }) {
  const { text, recordId } = conditionText(condition)
  return (
    <span>
      {text} {recordId === undefined ? null : <RecordLink id={recordId} />}
    </span>
  )
}
