import { Type } from '#kit/values/schema.ts'
import { group, line, oneOf, optional } from '#kit/values/fields.ts'
import { field, type FieldProblem } from '#kit/call/problem.ts'
import { duration, lengthMs } from '#products/marketing/automation/duration.ts'
import { eventName } from '#products/marketing/event/eventInput.ts'

/** Field of a campaign that counts an event after its mail as a conversion. */
export const conversionFields = {
  conversion: optional(
    group(
      {
        event: Type.Optional(eventName({ description: 'Event of a contact that counts, `shop.order.placed`.' })),
        within: Type.Optional(duration({ description: 'Time after the mail in which it counts; P7D when left out.' })),
        after: Type.Optional(
          oneOf(['click', 'delivery'], { description: 'Touch that begins the time; the click when left out.' }),
        ),
        valueProperty: Type.Optional(
          line(100, {
            description: 'Property with the amount in the smallest unit of `currency`; `amountMinor` when left out.',
          }),
        ),
      },
      { description: 'Event that counts as a conversion. The last touch gets it when several campaigns count it.' },
    ),
  ),
}

/** Problems of a conversion. */
export function conversionProblems(given: { event?: string; within?: string } | null): FieldProblem[] {
  if (given === null) return []
  const problems = given.event === undefined ? [field('/conversion/event', 'required', 'is needed')] : []
  const ms = given.within === undefined ? 1 : lengthMs(given.within)
  if (ms === undefined || ms <= 0)
    problems.push(field('/conversion/within', 'duration', 'must be a duration such as P7D'))
  return problems
}
