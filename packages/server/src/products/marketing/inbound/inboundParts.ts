import { applyInbound } from './inboundApply.ts'
import { hooks as inboundHooks } from './inboundHook.ts'
import { pruneInbound } from './inboundRows.ts'

/** Task that applies calls. */
export const tasks = [applyInbound]
/** Schedule that removes old calls. */
export const schedules = [pruneInbound]
/** Hooks by which others report events. */
export const hooks = inboundHooks
