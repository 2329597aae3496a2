import { field, type FieldProblem } from '#kit/call/problem.ts'
import { spanLength } from '#kit/values/span.ts'
import type { PaymentLink } from './linkFields.ts'

type Reminder = PaymentLink['reminders'][number]

/** Problems of the reminders of a link: each has one time, of its own, and they have a receiver. */
export function reminderProblems({ reminders, contactId, expiresAt }: PaymentLink): FieldProblem[] {
  if (reminders.length === 0) return []
  const seen = new Set<string>()
  const wrong = reminders.flatMap((reminder, index): FieldProblem[] => {
    const name = `reminders/${index}`
    const { after, before } = reminder
    if ((after === undefined) === (before === undefined)) {
      return [field(name, 'exactlyOne', 'has either after or before')]
    }
    if (spanLength(after ?? before ?? '') === 0) return [field(name, 'minimum', 'must be longer than zero')]
    if (seen.has(keyOf(reminder))) return [field(name, 'unique', 'is the time of another reminder')]
    seen.add(keyOf(reminder))
    return []
  })
  if (contactId === null) wrong.push(field('contactId', 'required', 'is needed with reminders'))
  if (expiresAt === null && reminders.some(({ before }) => before !== undefined)) {
    wrong.push(field('expiresAt', 'required', 'is needed with a reminder before it'))
  }
  return wrong
}

/** Key of a reminder within its link: it is mailed once, whatever other writing of its time follows. */
function keyOf({ after, before }: Reminder): string {
  return after === undefined ? `before ${spanLength(before ?? '')}` : `after ${spanLength(after)}`
}

function momentOf({ createdAt, expiresAt }: PaymentLink, { after, before = '' }: Reminder): Date | undefined {
  if (after !== undefined) return new Date(Date.parse(createdAt) + spanLength(after))
  return expiresAt === null ? undefined : new Date(Date.parse(expiresAt) - spanLength(before))
}

/** Moments of the reminders of a link, each with its key. */
export function clocksOf(link: PaymentLink): { key: string; at: Date }[] {
  return link.reminders.flatMap((each) => {
    const at = momentOf(link, each)
    return at === undefined ? [] : [{ key: keyOf(each), at }]
  })
}
