import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Contact } from './contact.ts'
import { isSameAddress, mainAddress, suppressAll, type Suppressed } from './suppression.ts'

/** A contact before a change or a merge, and the contact that remains. */
export type Remaining = { before: Contact; after: Contact }

/**
 * Suppresses addresses that contacts lose after they left, so that new contacts with these addresses get nothing. A
 * number that a subscribed contact has as well stays usable. Call inside `ctx.atomic`, after the change.
 */
export async function holdDepartures(ctx: Ctx, changes: readonly Remaining[]): Promise<void> {
  const lost = changes.flatMap(lostAddresses)
  if (lost.length === 0) return
  const numbers = lost.flatMap(({ kind, address }) => (kind === 'phone' ? [address] : []))
  const rows = numbers.length === 0 ? [] : await ctx.db.rows(findAgreed, [ctx.account.id, numbers])
  const agreed = new Set(rows.map(({ phone }) => phone))
  await suppressAll(
    ctx,
    lost.filter(({ kind, address }) => kind === 'email' || !agreed.has(address)),
  )
}

/** An archived contact may have left before. */
const departed: ReadonlySet<string> = new Set(['unsubscribed', 'complained', 'archived'])

function lostAddresses({ before, after }: Remaining): Suppressed[] {
  const states = [before.status, after.status]
  if (!states.some((status) => departed.has(status))) return []
  const reason = states.includes('complained') ? 'complaint' : 'left'
  const pairs = [
    [mainAddress({ email: before.email }), mainAddress({ email: after.email })],
    [mainAddress({ phone: before.phone }), mainAddress({ phone: after.phone })],
  ] as const
  return pairs.flatMap(([had, has]) => (had === undefined || isSameAddress(had, has) ? [] : [{ ...had, reason }]))
}

const findAgreed = statement(
  'marketing_contact.agreedNumbers',
  'account',
  `select distinct phone from marketing_contact
   where account_id = $1 and phone = any($2::text[]) and status = 'subscribed' and deleted_at is null`,
)
