import type { ContactPerson, Contacts } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { loadSubjects } from '#products/marketing/filter/contactSubject.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { unknownNames } from '#products/marketing/filter/filterReferences.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { findContact } from './contactWrites.ts'
import { holdContact } from './heldContact.ts'
import { identifyContact } from './identify.ts'
import { remainingIds } from './remainingContact.ts'
import { suppressedOf } from './suppression.ts'

/** Contacts as other products find, make, filter and address them. */
export const contacts: Contacts = {
  identify: identifyContact,
  ofAddress: async (ctx, email) => (await findContact(ctx, { email }))?.id,
  vocabulary: contactVocabulary,
  unknownNames,
  async subjects(ctx: Ctx, contactIds: readonly string[], filters: readonly Filter[]) {
    const subjects = await loadSubjects(ctx, rowIds(contactIds), mentionsOf(filters, contactVocabulary))
    return new Map([...subjects].map(([id, subject]) => [encodeId('con', ctx.account.id, id), subject]))
  },
  async events(ctx, { contactIds, eventIds }) {
    if (eventIds.length === 0) return []
    const rows = await ctx.db.rows(readEvents, [ctx.account.id, rowIds(contactIds), eventIds])
    return rows.map(({ contact_id: contactId, properties, ...row }) => ({
      ...row,
      contactId: encodeId('con', ctx.account.id, contactId),
      properties: Object(properties),
    }))
  },
  people: findPeople,
  async receivers(ctx, contactIds) {
    const people = await findPeople(ctx, contactIds)
    const suppressed = await suppressedOf(
      ctx,
      [...people.values()].map(({ email }) => ({ email })),
    )
    return new Map([...people].filter(([, { email }]) => email !== null && !suppressed.has(email)))
  },
  async remaining(ctx, contactIds) {
    const found = await remainingIds(ctx, rowIds(contactIds))
    return new Map([...found].map(([one, last]) => [idFrom(ctx, one), idFrom(ctx, last)]))
  },
  hold: holdContact,
}

async function findPeople(ctx: Ctx, contactIds: readonly string[]): Promise<Map<string, ContactPerson>> {
  const rows = await ctx.db.rows(readPeople, [ctx.account.id, rowIds(contactIds)])
  return new Map(
    rows.map(({ id, first_name: firstName, last_name: lastName, ...row }) => [
      idFrom(ctx, id),
      { ...row, firstName, lastName },
    ]),
  )
}

function idFrom(ctx: Ctx, uuid: string): string {
  return encodeId('con', ctx.account.id, uuid)
}

function rowIds(contactIds: readonly string[]): string[] {
  return contactIds.map((id) => rowId('con', id))
}

const readEvents = statement(
  'marketing_event.readById',
  'account',
  `select id, contact_id, name, at, subject, properties from marketing_event
   where account_id = $1 and contact_id = any($2::uuid[]) and id = any($3::uuid[]) order by at, id`,
)

const readPeople = statement(
  'marketing_contact.people',
  'account',
  `select id, email, phone, first_name, last_name, locale from marketing_contact
   where account_id = $1 and id = any($2::uuid[]) and deleted_at is null`,
)
