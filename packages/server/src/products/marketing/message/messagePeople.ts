import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'
import { suppressedAmong } from '#products/marketing/contact/suppression.ts'
import type { Due } from './outgoing.ts'

/** Addresses and numbers of people that get nothing. */
export async function suppressedOf(ctx: Ctx, people: readonly Contact[]): Promise<ReadonlySet<string>> {
  const emails = people.flatMap(({ email }) => email ?? [])
  const phones = people.flatMap(({ phone }) => phone ?? [])
  const kinds = [await suppressedAmong(ctx, 'email', emails), await suppressedAmong(ctx, 'phone', phones)]
  return new Set(kinds.flatMap((each) => [...each]))
}

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
