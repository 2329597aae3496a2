import { provide } from '#kit/call/port.ts'
import { inboundHostPort } from '#platform/mail/inbound/inboundHostPort.ts'
import { openInboundAddresses } from './inboundAddresses.ts'
import { readMailbox } from './mailboxPoll.ts'
import { confirmReports, hooks as reportHooks } from './reportHook.ts'
import { applyReports } from './reportRows.ts'
import { applyReturned } from './returnedApply.ts'
import { pruneReturned } from './returnedRetention.ts'

/** Tasks of mails that came back. */
export const tasks = [applyReturned, applyReports, confirmReports, readMailbox]
/** Schedules of mails that came back. */
export const schedules = [pruneReturned]
/** The port by which mail comes in. */
export const ports = [provide(inboundHostPort, openInboundAddresses)]
/** Hooks of mail providers. */
export const hooks = reportHooks
