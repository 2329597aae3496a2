import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'

/** Scope beside that of the operation for whatever makes messages leave. */
export const sendScope = 'marketing.campaign:send'

/** Refusal of a move that makes messages leave, by a caller without the scope. */
export const sendNotAllowed = reason(
  'not_authorized',
  'send_not_allowed',
  'Messages leave by this: the caller needs the scope marketing.campaign:send as well.',
)

/** Throws send_not_allowed for a caller that may not make messages leave. */
export function checkSendRight(ctx: Ctx): void {
  if (!hasScope(ctx.actor, sendScope)) throw problem(sendNotAllowed)
}
