import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { field, invalid, reasons, unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { accountId, dateTime, email, idOf, line, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { identifyContact } from '#products/marketing/contact/identify.ts'
import { contactChanged, contactCreated, contactOccurred, contactUpdated } from '#products/marketing/facts.ts'
import { aheadMsMax, eventName, eventProperties, nameProblems, sentEventId } from './eventInput.ts'
import { eventKeptMs } from './eventRetention.ts'
import { recordEvents } from './recordEvents.ts'

/** Events of one call. */
const eventsMax = 1_000
/** Contacts that one call may make; each is a write of its own. */
const newContactsMax = 200

const names = ['contactId', 'externalId', 'viewerId', 'email'] as const

const sentEvent = closed({
  name: eventName({ description: 'Name of the event. It must not begin with the name of a product and a dot.' }),
  eventId: Type.Optional(line(128, { description: 'Your id of the event: a repeat with the same one counts once.' })),
  at: Type.Optional(dateTime({ description: 'Moment of the event, in the last 13 months; now when left out.' })),
  contactId: Type.Optional(idOf('con', { description: 'The contact. One of these four is needed.' })),
  externalId: Type.Optional(line(128, { description: 'Your id of the person; an unknown one makes a contact.' })),
  viewerId: Type.Optional(line(128, { description: 'Id of the person as a viewer; an unknown one makes a contact.' })),
  email: Type.Optional(email({ description: 'Mail address of the person; an unknown one makes a contact.' })),
  subject: Type.Optional(line(200, { description: 'Subject of the event: an order, a page.' })),
  properties: Type.Optional(eventProperties),
})
type SentEvent = Static<typeof sentEvent>

/** Track. */
export const trackEvents = companion(
  operation('marketing.event.track', {
    route: 'POST /api/marketing/event/track',
    title: 'Events - Track',
    description:
      'Records events of contacts: orders of a shop, clicks in an app. An unknown person becomes a contact, which ' +
      'gets no marketing mail until it agrees to it. Either all events of a call are recorded or none. It takes a ' +
      'secret key: scores and automations act upon events, so that browsers send theirs through your server.',
    scope: 'marketing.event:track',
    bodyBytesMax: limits.batchBodyBytesMax,
    input: closed({ events: Type.Array(sentEvent, { minItems: 1, maxItems: eventsMax, description: 'Events.' }) }),
    output: closed({
      id: accountId(),
      status: oneOf(['recorded'], { description: 'Always `recorded`.' }),
      recorded: whole(0, eventsMax, { description: 'Events that are new.' }),
      repeated: whole(0, eventsMax, { description: 'Events whose `eventId` was known.' }),
      contactsCreated: whole(0, newContactsMax, { description: 'Contacts that were made.' }),
    }),
    emits: [contactCreated, contactUpdated, contactChanged, contactOccurred],
    reasons: [reasons.limitReached, reasons.writeContended],
    example: {
      events: [
        {
          name: 'shop.order.placed',
          eventId: 'order-1001',
          contactId: madeFirst('marketing.contact'),
          properties: { total: 4900, currency: 'EUR' },
        },
      ],
    },
    handle: once((ctx, { events }) => track(ctx, events)),
  }),
)

async function track(ctx: Ctx, events: readonly SentEvent[]) {
  const problems = events.flatMap((each, index) => problemsOf(ctx, each, index))
  if (problems.length > 0) throw invalid(...problems)
  return atomicAgain(ctx, async (inner) => {
    const known = await knownContacts(inner, events)
    checkReferences(events, known)
    const contactsCreated = await makeUnknown(inner, events, known)
    const recorded = await recordEvents(
      inner,
      distinct(inner, events).map(({ id, event }) => ({ ...event, id, contactId: contactOf(event, known) })),
    )
    await inner.audit({ action: 'marketing.event.tracked', target: inner.account.publicId, changes: { recorded } })
    return {
      id: inner.account.publicId,
      status: 'recorded' as const,
      recorded,
      repeated: events.length - recorded,
      contactsCreated,
    }
  })
}

function problemsOf(ctx: Ctx, event: SentEvent, index: number): FieldProblem[] {
  const path = `/events/${index}`
  const now = ctx.now()
  const sent = names.filter((name) => event[name] !== undefined)
  const at = event.at === undefined ? now.getTime() : Date.parse(event.at)
  return [
    ...nameProblems(ctx, event.name, `${path}/name`),
    ...(sent.length === 1 ? [] : [field(path, 'exactlyOne', `needs exactly one of ${names.join(', ')}`)]),
    ...(at > now.getTime() + aheadMsMax ? [field(`${path}/at`, 'maximum', 'must not lie in the future')] : []),
    ...(at < now.getTime() - eventKeptMs ? [field(`${path}/at`, 'minimum', 'must lie in the last 13 months')] : []),
    ...attributeProblems(event.properties ?? {}).map((each) => ({
      ...each,
      path: each.path.replace('/attributes', `${path}/properties`),
    })),
  ]
}

/** Public id of a contact by the name that leads to it: `email mira@example.com`. */
type Known = Map<string, string>

async function knownContacts(ctx: Ctx, events: readonly SentEvent[]): Promise<Known> {
  const keys = events.map(keyOf)
  const valuesOf = (wanted: string) => [
    ...new Set(keys.filter(({ name }) => name === wanted).map(({ value }) => value)),
  ]
  const uuids = valuesOf('contactId').flatMap((id) => {
    const parsed = parseId('con', id)
    return parsed?.accountId === ctx.account.id ? [parsed.uuid] : []
  })
  const sent = [uuids, valuesOf('externalId'), valuesOf('viewerId'), valuesOf('email')]
  const rows = await ctx.db.rows(findContacts, [ctx.account.id, ...sent])
  return new Map(
    rows.map(({ name, value, id }) => {
      const contactId = encodeId('con', ctx.account.id, id)
      return [`${name} ${name === 'contactId' ? contactId : value}`, contactId]
    }),
  )
}

function keyOf(event: SentEvent): { name: string; value: string } {
  const name = names.find((each) => event[each] !== undefined) ?? 'contactId'
  const value = event[name] ?? ''
  return { name, value: name === 'email' ? emailKeyOf(value) : value }
}

function contactOf(event: SentEvent, known: Known): string {
  const { name, value } = keyOf(event)
  return known.get(`${name} ${value}`) ?? ''
}

function checkReferences(events: readonly SentEvent[], known: Known): void {
  const problems = events.flatMap((event, index) =>
    event.contactId !== undefined && contactOf(event, known) === ''
      ? [unknownReference(`/events/${index}/contactId`)]
      : [],
  )
  if (problems.length > 0) throw invalid(...problems)
}

/** Makes contacts of unknown people, and adds them to the known ones. Returns their number. */
async function makeUnknown(ctx: Ctx, events: readonly SentEvent[], known: Known): Promise<number> {
  const all = Map.groupBy(events, (event) => Object.values(keyOf(event)).join(' '))
  const unknown = [...all].filter(([key]) => !known.has(key))
  if (unknown.length > newContactsMax) {
    const message = `names more than ${newContactsMax} people that are no contacts yet: import them first`
    throw invalid(field('/events', 'maxContacts', message))
  }
  let made = 0
  for (const [key, [first]] of unknown) {
    const { externalId = null, viewerId = null, email: address = null } = first ?? {}
    const typed = { externalId, viewerId, email: address, source: 'marketing.event' }
    const { contactId, created } = await identifyContact(ctx, typed)
    known.set(key, contactId)
    if (created) made += 1
  }
  return made
}

/** Events with the row ids of those that their sender names, each of these once. */
function distinct(ctx: Ctx, events: readonly SentEvent[]): { id: string | undefined; event: SentEvent }[] {
  const seen = new Set<string>()
  return events.flatMap((event) => {
    const id = event.eventId === undefined ? undefined : sentEventId(ctx, event.eventId)
    if (id !== undefined && seen.has(id)) return []
    if (id !== undefined) seen.add(id)
    return [{ id, event }]
  })
}

const findContacts = statement(
  'marketing_contact.ofEvents',
  'account',
  `select 'contactId' as name, null as value, id from marketing_contact
   where account_id = $1 and id = any($2::uuid[]) and deleted_at is null
   union all select 'externalId', external_id, id from marketing_contact
   where account_id = $1 and external_id = any($3::text[]) and deleted_at is null
   union all select 'viewerId', viewer_id, id from marketing_contact
   where account_id = $1 and viewer_id = any($4::text[]) and deleted_at is null
   union all select 'email', email_key, id from marketing_contact
   where account_id = $1 and email_key = any($5::text[]) and deleted_at is null`,
)
