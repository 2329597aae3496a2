import { matching, oneOf, words } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'

/** Days of the week. */
export const weekDays = (description: string) =>
  Type.Optional(words(7, oneOf(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']), { description }))

/** A time of day. */
export const clock = (description: string) =>
  matching('^([01][0-9]|2[0-3]):[0-5][0-9]$', 5, { description, examples: ['09:00'] })

/** Hours in which a message leaves. */
export const windowInput = closed(
  {
    days: weekDays('Days; all when left out.'),
    from: clock('Begin, `09:00`.'),
    to: clock('End, `17:00`.'),
  },
  { description: 'Hours of the contact in which the message leaves; it waits for them.' },
)
