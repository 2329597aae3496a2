import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { FieldProblem } from '#kit/call/problem.ts'
import { unknownReference } from '#kit/call/problem.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { filterInput, type Filter } from '#kit/filter/filter.ts'
import { matches } from '#kit/filter/matches.ts'
import { idOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'

/** People who may use an offer: the members of a segment, contacts that satisfy a filter, or one contact. */
export type Audience = { segmentId?: string; filter?: Filter; contactId?: string }

/** Schema of an audience. */
export const audienceInput = Type.Object(
  {
    segmentId: Type.Optional(idOf('seg', { description: 'Members of this segment.' })),
    filter: Type.Optional(filterInput('Contacts that satisfy this filter.')),
    contactId: Type.Optional(idOf('con', { description: 'This contact alone.' })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'People who may use it, by one of the three; everyone when left out.',
  },
)

/** Problems of an audience that a caller sent, by paths below `path`. `stored` names that stand may be gone since. */
export async function audienceProblems(
  ctx: Ctx,
  audience: Audience | null | undefined,
  { path, stored }: { path: string; stored?: Audience | null },
): Promise<FieldProblem[]> {
  if (audience === null || audience === undefined) return []
  const contacts = ctx.port(contactsPort)
  const { segmentId, filter, contactId } = audience
  if (contactId !== undefined) {
    const isKnown = stored?.contactId === contactId || (await contacts.people(ctx, [contactId])).has(contactId)
    return isKnown ? [] : [unknownReference(`${path}/contactId`)]
  }
  const standing = stored === null || stored === undefined ? undefined : filterOf(stored)
  const before = standing === undefined ? [] : [standing]
  if (segmentId !== undefined) {
    const unknown = await contacts.unknownNames(ctx, [{ filter: { segment: segmentId }, path: '' }], before)
    return unknown.map(() => unknownReference(`${path}/segmentId`))
  }
  if (filter === undefined) return []
  const problems = checkFilter(filter, contacts.vocabulary, `${path}/filter`)
  return problems.length > 0 ? problems : contacts.unknownNames(ctx, [{ filter, path: `${path}/filter` }], before)
}

/** A buyer. `isTyped`: they only typed the address of the contact. */
export type Buyer = { contactId: string | null; isTyped?: boolean }

/**
 * Whether each audience admits a buyer now. An absent audience admits everyone; a restricted one needs a known contact.
 * A buyer who only typed an address may use offers for that contact alone, and learns nothing about its segments.
 */
export async function admitted(
  ctx: Ctx,
  { contactId, isTyped = false }: Buyer,
  audiences: readonly (Audience | null | undefined)[],
): Promise<boolean[]> {
  const contacts = ctx.port(contactsPort)
  const filters = audiences.map((audience) => (audience ? filterOf(audience) : undefined))
  const mentioned = filters.filter((filter) => filter !== undefined)
  const isRead = contactId !== null && !isTyped && mentioned.length > 0
  const subject = isRead ? (await contacts.subjects(ctx, [contactId], mentioned)).get(contactId) : undefined
  const on = { vocabulary: contacts.vocabulary, at: ctx.now() }
  return audiences.map((audience, index) => {
    if (audience === null || audience === undefined) return true
    if (audience.contactId !== undefined) return audience.contactId === contactId
    const filter = filters[index]
    return subject !== undefined && filter !== undefined && matches(filter, subject, on)
  })
}

function filterOf({ segmentId, filter }: Audience): Filter | undefined {
  return segmentId === undefined ? filter : { segment: segmentId }
}
