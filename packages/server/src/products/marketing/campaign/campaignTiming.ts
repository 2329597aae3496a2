import { Type } from '#kit/values/schema.ts'
import { defaulted, group, oneOf, optional, whole } from '#kit/values/fields.ts'
import { field, type FieldProblem } from '#kit/call/problem.ts'
import { duration, lengthMs } from '#products/marketing/automation/duration.ts'
import { clock, weekDays } from '#products/marketing/hours/timeFields.ts'

/** Fields of a campaign that say when a mail leaves, and whether a contact gets it at all. */
export const timingFields = {
  sendMode: defaulted(
    oneOf(['immediate', 'localTime'], {
      description: 'Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`.',
    }),
    'immediate',
  ),
  localTime: optional(clock('Time of day of each contact, `09:00`. With the mode `localTime`.')),
  sendWindow: optional(
    group(
      {
        days: weekDays('Days; all when left out.'),
        from: Type.Optional(clock('Begin, `09:00`.')),
        to: Type.Optional(clock('End, `17:00`.')),
      },
      { description: 'Hours of the contact outside of which no mail leaves; it waits for them.' },
    ),
  ),
  throttle: optional(
    group(
      {
        perSecond: Type.Optional(whole(1, 10_000, { description: 'Mails a second at most.' })),
        perHour: Type.Optional(whole(1, 10_000_000, { description: 'Mails an hour at most.' })),
        perDomainPerMinute: Type.Optional(
          whole(1, 10_000, { description: 'Mails a minute at most to the addresses of one domain.' }),
        ),
      },
      { description: 'Pace.' },
    ),
  ),
  frequencyCap: optional(
    group(
      {
        max: Type.Optional(whole(1, 1_000, { description: 'Messages.' })),
        per: Type.Optional(duration({ description: 'Period before the start, `P7D`.' })),
      },
      {
        description:
          'Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`.',
      },
    ),
  ),
}

type Timing = {
  sendMode: string
  localTime: string | null
  sendWindow: { days?: string[]; from?: string; to?: string } | null
  frequencyCap: { max?: number; per?: string } | null
}

/** Problems of fields that need each other. */
export function timingProblems({ sendMode, localTime, sendWindow, frequencyCap }: Timing): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (sendMode === 'localTime' && localTime === null) {
    problems.push(field('localTime', 'required', 'is needed for the mode localTime'))
  }
  if (sendMode !== 'localTime' && localTime !== null) {
    problems.push(field('localTime', 'notAllowed', 'goes with the mode localTime'))
  }
  problems.push(
    ...missing('sendWindow', sendWindow, ['from', 'to']),
    ...missing('frequencyCap', frequencyCap, ['max', 'per']),
  )
  if (sendWindow?.from !== undefined && sendWindow.from === sendWindow.to) {
    problems.push(field('/sendWindow/to', 'different', 'must differ from the begin'))
  }
  const period = frequencyCap?.per === undefined ? 1 : lengthMs(frequencyCap.per)
  if (period === undefined || period <= 0) {
    problems.push(field('/frequencyCap/per', 'duration', 'must be a duration such as P7D'))
  }
  return problems
}

/** Members of a group that go with each other. */
function missing(name: string, given: Record<string, unknown> | null, needed: readonly string[]): FieldProblem[] {
  if (given === null) return []
  return needed
    .filter((member) => given[member] === undefined)
    .map((member) => field(`/${name}/${member}`, 'required', 'is needed'))
}
