import * as actions from './ticketActions.ts'
import * as clock from './eventClock.ts'
import * as hook from './providerHook.ts'
import * as issuing from './ticketIssue.ts'
import * as mailing from './mailing.ts'
import * as events from './operations.ts'
import * as removal from './eventRemoval.ts'
import * as sync from './attendeeSync.ts'
import * as admission from './ticketAdmission.ts'
import * as tickets from './ticketList.ts'
import * as ticketHelp from './ticketHelp.ts'

export const operations = [
  ...events.operations,
  ...tickets.operations,
  ...ticketHelp.operations,
  ...admission.operations,
  ...issuing.operations,
]
/** Hooks that receive changes of tickets. */
export const hooks = hook.hooks
export const tasks = [...sync.tasks, ...mailing.tasks, ...clock.tasks, ...actions.tasks]
export const reactions = removal.reactions
