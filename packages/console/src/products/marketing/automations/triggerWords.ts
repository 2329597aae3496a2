import { useCard } from '#console/parts/cards.ts'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { isTriggerType } from './triggerForm.tsx'

/** A trigger in words: when contacts enter, and the event, segment, field or date of it where it has one. */
export function useTriggerWords(trigger: Readonly<Record<string, unknown>>): { when: string; detail?: string } {
  const type = String(trigger['type'])
  const segment = useCard(String(trigger['segmentId'] ?? ''))?.title
  const detail = trigger['event'] ?? segment ?? trigger['field'] ?? trigger['rrule'] ?? trigger['threshold']
  const when = isTriggerType(type) ? t(`automation.trigger.${type}`) : labelOf(type)
  return { when, ...(detail === undefined ? {} : { detail: String(detail) }) }
}
