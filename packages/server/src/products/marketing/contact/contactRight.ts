import type { Ctx } from '#kit/call/context.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'

/** Whether the caller may read contacts: others see ids of them, without address and name. */
export function mayReadContacts({ actor }: Ctx): boolean {
  return hasScope(actor, 'marketing.contact:read')
}
