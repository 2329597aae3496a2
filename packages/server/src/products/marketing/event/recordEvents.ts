import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { contactOccurred } from '#products/marketing/facts.ts'
import type { AttributeValue } from '#products/marketing/contact/contactFields.ts'
import { addPurchases } from './purchaseSums.ts'
import { emitMessageFacts } from './messageFacts.ts'

/** An event of a contact. `id`: row id that keeps a repeat from counting twice; a new one when left out. */
export type NewEvent = {
  contactId: string
  name: string
  /** Moment of the event; now when left out. */
  at?: string | undefined
  id?: string | undefined
  subject?: string | null
  /** Whether a product of this server emitted it: a tracked event of the same name is no payment. */
  isFact?: true
  properties?: Readonly<Record<string, AttributeValue>> | undefined
}

/** Most contacts in one fact: a reaction evaluates them in one transaction. */
const contactsPerFactMax = 100

/**
 * Records events of contacts and emits `marketing.contact.occurred` for segments, automations and scores; events of
 * messages become public facts, too. An event whose id stands already is left out, and so is one of an erased
 * contact: the lock waits for an erasure that is under way. Call inside `ctx.atomic`. Returns the number of recorded
 * events.
 */
export async function recordEvents(ctx: Ctx, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const now = ctx.now()
  const rows = events.map((each) => ({
    id: each.id ?? uuidv7(now.getTime()),
    contact_id: parseId('con', each.contactId)?.uuid ?? null,
    // The clock of a sender may be ahead. Filters count events up to now, and nothing would evaluate them later.
    at: each.at === undefined || Date.parse(each.at) > now.getTime() ? now.toISOString() : each.at,
    name: each.name,
    subject: each.subject ?? null,
    properties: each.properties ?? {},
  }))
  const recorded = await ctx.db.rows(insertEvents, [ctx.account.id, JSON.stringify(rows)])
  const idOfContact = (uuid: string) => encodeId('con', ctx.account.id, uuid)
  const kept = recorded.map((row) => ({
    eventId: row.id,
    contactId: idOfContact(row.contact_id),
    name: row.name,
    at: row.at,
  }))
  const sent = new Map(rows.map((row) => [row.id, row]))
  emitMessageFacts(
    ctx,
    kept.map(({ eventId, ...each }) => ({
      ...each,
      subject: sent.get(eventId)?.subject ?? null,
      properties: sent.get(eventId)?.properties ?? {},
    })),
  )
  const facts = new Set(events.flatMap(({ id, isFact }) => (isFact === true && id !== undefined ? [id] : [])))
  const ofProducts = recorded.filter(({ id }) => facts.has(id))
  await addPurchases(
    ctx,
    ofProducts.map((row) => ({
      contactId: row.contact_id,
      name: row.name,
      properties: sent.get(row.id)?.properties ?? {},
    })),
  )
  const byContact = [...Map.groupBy(kept, (each) => each.contactId)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  for (let from = 0; from < byContact.length; from += contactsPerFactMax) {
    const part = byContact.slice(from, from + contactsPerFactMax)
    const contactIds = part.map(([contactId]) => contactId)
    const own = part.flatMap(([, each]) => each)
    const payload = { contactIds, names: [...new Set(own.map(({ name }) => name))], events: own }
    ctx.emit(contactOccurred, payload, { id: contactIds[0] ?? '', status: 'occurred', version: 1 })
  }
  return kept.length
}

const insertEvents = statement(
  'marketing_event.insert',
  'account',
  `insert into marketing_event (account_id, contact_id, at, id, name, subject, properties)
   select $1, t.contact_id, t.at, t.id, t.name, t.subject, t.properties from json_to_recordset($2::json) as t (
     id uuid, contact_id uuid, at timestamptz, name text, subject text, properties jsonb)
   join (
     select id from marketing_contact where account_id = $1 and deleted_at is null
       and id in (select contact_id from json_to_recordset($2::json) as t (contact_id uuid))
     order by id for key share) c on c.id = t.contact_id
   on conflict (account_id, id) do nothing returning id, contact_id, name, at`,
)
