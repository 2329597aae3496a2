import type { HeldContact } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { lockForShare } from '#platform/db/rowLocks.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contact } from './contact.ts'
import { remainingIds } from './remainingContact.ts'

/** Implements `hold` of the port of contacts. */
export async function holdContact(ctx: Ctx, contactId: string): Promise<HeldContact | undefined> {
  const heldId = (await lockForShare(ctx, contact, contactId)) ? contactId : await holdRemaining(ctx, contactId)
  if (heldId === undefined) return undefined
  // A statement of its own, behind the lock: the snapshot of the lock may be older than a merge that it waited for.
  const rows = await ctx.db.rows(findFormer, [ctx.account.id, rowId(contact.prefix, heldId)])
  return { contactId: heldId, formerIds: rows.map(({ id }) => encodeId(contact.prefix, ctx.account.id, id ?? '')) }
}

async function holdRemaining(ctx: Ctx, contactId: string): Promise<string | undefined> {
  const uuid = rowId(contact.prefix, contactId)
  const last = (await remainingIds(ctx, [uuid])).get(uuid)
  if (last === undefined) return undefined
  const id = encodeId(contact.prefix, ctx.account.id, last)
  if (!(await lockForShare(ctx, contact, id))) throw problem(reasons.writeContended)
  return id
}

/** The newest thousand at most: a person whose browsers were merged has some. */
const findFormer = statement(
  'marketing_contact.findFormer',
  'account',
  `with recursive former as (
     select id from marketing_contact where account_id = $1 and merged_into_id = $2
     union
     select c.id from former f join marketing_contact c on c.account_id = $1 and c.merged_into_id = f.id)
   select id from former limit 1000`,
)
