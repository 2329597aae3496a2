import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { completeLink, expireLink } from './linkClock.ts'
import { remind } from './linkReminders.ts'
import { paymentLink } from './paymentLink.ts'
import { ports } from './personalLinks.ts'
import { operations } from './paymentLinkOperations.ts'
import { sendReminder } from './reminderMail.ts'

/** Payment links with their operations. */
export const linkPart: Parts = {
  resources: [paymentLink],
  operations,
  tasks: [expireLink, completeLink, remind, sendReminder],
  ports,
  tables: {
    payments_link_count: table.account({ key: ['account_id', 'payment_link_id'] }),
    payments_link_reminder_mail: table.account({ key: ['account_id', 'payment_link_id', 'reminder'] }),
    payments_link_day: table.account({ key: ['account_id', 'payment_link_id', 'day'] }),
  },
}
