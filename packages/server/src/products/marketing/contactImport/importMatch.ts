import type { Ctx } from '#kit/call/context.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import type { Identity } from '#products/marketing/contact/contactWrites.ts'
import { byEmailKeys, byExternalIds, byViewerIds } from './importStatements.ts'

/** Row ids of contacts by the keys of `keysOf`. */
export type Known = ReadonlyMap<string, string>

/** Keys of the address and the ids of a contact: no two rows of one write share one. */
export function keysOf({ externalId, viewerId, email }: Identity): string[] {
  return [
    ...(typeof externalId === 'string' ? [`external ${externalId}`] : []),
    ...(typeof viewerId === 'string' ? [`viewer ${viewerId}`] : []),
    ...(typeof email === 'string' ? [`email ${emailKeyOf(email)}`] : []),
  ]
}

/** Finds the contacts that rows name, by address, external id and viewer id. */
export async function findKnown(ctx: Ctx, rows: readonly { keys: readonly string[] }[]): Promise<Known> {
  const ways = [
    { kind: 'email', by: byEmailKeys },
    { kind: 'external', by: byExternalIds },
    { kind: 'viewer', by: byViewerIds },
  ] as const
  const keys = rows.flatMap((row) => row.keys)
  const known = new Map<string, string>()
  for (const { kind, by } of ways) {
    const own = keys.filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1))
    if (own.length === 0) continue
    for (const { id, key } of await ctx.db.rows(by, [ctx.account.id, own])) known.set(`${kind} ${key}`, id)
  }
  return known
}
