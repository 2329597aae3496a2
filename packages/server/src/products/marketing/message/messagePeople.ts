import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'
import type { Due } from './outgoing.ts'

/** Contacts of messages by row id, without those that are gone. */
export async function peopleOf(ctx: Ctx, due: readonly Due[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(due.map((each) => each.contact_id))]
  const records = await Promise.all(
    ids.map(
      async (uuid) => [uuid, await ctx.store.find(contact, encodeId(contact.prefix, ctx.account.id, uuid))] as const,
    ),
  )
  return new Map(records.flatMap(([uuid, record]) => (record === undefined ? [] : [[uuid, record] as const])))
}
