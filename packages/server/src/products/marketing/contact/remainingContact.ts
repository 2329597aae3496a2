import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { contact, type Contact } from './contact.ts'

/** A contact by its row id, or the one that it was merged into. Undefined for one that is erased. */
export async function remainingContact(ctx: Ctx, uuid: string): Promise<Contact | undefined> {
  const last = (await remainingIds(ctx, [uuid])).get(uuid)
  return last === undefined ? undefined : ctx.store.find(contact, encodeId(contact.prefix, ctx.account.id, last))
}

/** Row ids of the contacts that remain, by the row ids that lead to them. */
export async function remainingIds(ctx: Ctx, uuids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = uuids.length === 0 ? [] : await ctx.db.rows(findRemaining, [ctx.account.id, uuids])
  return new Map(rows.map(({ first_id: first, id }) => [first, id]))
}

/** Reads a contact. Throws not_found; for a merged one with `mergedIntoId`, the contact that remains. */
export async function readContact(ctx: Ctx, contactId: string): Promise<Contact> {
  const found = await ctx.store.find(contact, contactId)
  if (found !== undefined) return found
  const parsed = parseId(contact.prefix, contactId)
  const remaining = parsed?.accountId === ctx.account.id ? await remainingContact(ctx, parsed.uuid) : undefined
  throw problem(reasons.notFound, remaining === undefined ? {} : { details: { mergedIntoId: remaining.id } })
}

const findRemaining = statement(
  'marketing_contact.findRemaining',
  'account',
  `with recursive chain as (
     select id as first_id, id, merged_into_id, deleted_at from marketing_contact
     where account_id = $1 and id = any($2::uuid[])
     union
     select m.first_id, c.id, c.merged_into_id, c.deleted_at from chain m
     join marketing_contact c on c.account_id = $1 and c.id = m.merged_into_id)
   select first_id, id from chain where deleted_at is null`,
)
