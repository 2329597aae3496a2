import { cataloguePort } from '#kit/call/catalogue.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import type { Patch } from '#kit/nouns/resource.ts'
import { encodeId } from '#kit/values/ids.ts'
import { readJson } from '#platform/net/foreignJson.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'
import { mergeContact } from '#products/marketing/contact/contactMerge.ts'
import { changeContact, findContact } from '#products/marketing/contact/contactWrites.ts'
import { identifyContact } from '#products/marketing/contact/identify.ts'
import { sentEventId } from '#products/marketing/event/eventInput.ts'
import { eventKeptMs } from '#products/marketing/event/eventRetention.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import { readPayload, type InboundReading } from './inboundReading.ts'
import { readSegment } from './segmentReading.ts'
import { applySms } from './smsReply.ts'

/** Applies a call that was kept: the contact of its person, and the event. */
export const applyInbound = task(
  'marketing.inbound.apply',
  'Applies a call of others to contacts and their events.',
  Type.Object({ inboundId: Type.String({ format: 'uuid' }) }),
  {
    async handle(ctx, { inboundId }) {
      const [row] = await ctx.db.rows(lockInbound, [ctx.account.id, inboundId])
      if (row === undefined) return
      const { state, detail } = await apply(ctx, row)
      await ctx.db.rows(settleInbound, [ctx.account.id, inboundId, state, detail])
    },
    async failed(ctx, { inboundId }) {
      await ctx.db.rows(settleInbound, [ctx.account.id, inboundId, 'failed', 'the call could not be applied'])
    },
  },
)

type Row = { integration_id: string; repeat_hex: string; kind: string; payload: string | null; received_at: string }

async function apply(ctx: Ctx, row: Row): Promise<{ state: string; detail: string | null }> {
  const integrationId = encodeId(integration.prefix, ctx.account.id, row.integration_id)
  const key = `${integrationId} ${row.repeat_hex}`
  const payload = readJson(row.payload ?? '')
  if (row.kind === 'sms') return applySms(ctx, payload, key)
  const received = new Date(row.received_at)
  const record = await ctx.store.find(integration, integrationId)
  if (record === undefined) return { state: 'ignored', detail: 'the integration is gone' }
  const reading =
    row.kind === 'segment' ? readSegment(payload, received) : readPayload(payload, record.config ?? {}, received)
  if ('ignored' in reading) return { state: 'ignored', detail: reading.ignored }
  const { event } = reading
  if (event !== undefined && ctx.port(cataloguePort).isReserved(event.name)) {
    return { state: 'ignored', detail: 'the event has a name of a product, as only facts of this server do' }
  }
  if (event !== undefined && Date.parse(event.at) < ctx.now().getTime() - eventKeptMs) {
    return { state: 'ignored', detail: 'the event is older than 13 months' }
  }
  const { email, externalId, viewerId } = reading.person
  if (email === null && externalId === null && viewerId === null) {
    return { state: 'ignored', detail: 'the call names no person: neither an address nor an id' }
  }
  const { contactId, detail } = await applyPerson(ctx, reading)
  if (event !== undefined) await recordEvents(ctx, [{ ...event, contactId, id: sentEventId(ctx, key) }])
  return { state: 'applied', detail }
}

type Reading = Exclude<InboundReading, { ignored: string }>

async function applyPerson(ctx: Ctx, reading: Reading): Promise<{ contactId: string; detail: string | null }> {
  await ctx.lock('marketing.contact')
  const taken = await unshared(ctx, reading.person)
  const { contactId } = await identifyContact(ctx, { ...taken.person, source: 'marketing.integration' })
  if (taken.mergeId !== undefined && taken.mergeId !== contactId) {
    await mergeContact(ctx, { intoId: contactId, fromId: taken.mergeId })
  }
  const { attributes = {}, isOverwriting = false } = reading
  const before = await ctx.store.get(contact, contactId)
  const patch = isOverwriting ? patchOf(before, taken.person, attributes) : {}
  if (Object.keys(patch).length > 0) await changeContact(ctx, contactId, { patch, source: 'marketing.integration' })
  return { contactId, detail: taken.detail }
}

type Taken = { person: Reading['person']; mergeId: string | undefined; detail: string | null }

/**
 * The person without values that another contact has. A contact that is known by a viewer id alone becomes part of the
 * one with the id of the person.
 */
async function unshared(ctx: Ctx, person: Reading['person']): Promise<Taken> {
  const { externalId, viewerId, email } = person
  const own = await findContact(ctx, { externalId })
  if (own === undefined) return { person, mergeId: undefined, detail: null }
  const byViewer = await findContact(ctx, { viewerId })
  const byEmail = await findContact(ctx, { email })
  const isOther = (found: Contact | undefined) => found !== undefined && found.id !== own.id
  const isNameless = byViewer?.email === null && byViewer.externalId === null
  const mergeId = isOther(byViewer) && isNameless ? byViewer?.id : undefined
  return {
    person: {
      ...person,
      viewerId: isOther(byViewer) ? null : viewerId,
      email: isOther(byEmail) ? null : email,
    },
    mergeId,
    detail: isOther(byEmail) ? 'another contact has the address, which is left out' : null,
  }
}

const overwritten = ['email', 'phone', 'firstName', 'lastName'] as const

function patchOf(before: Contact, person: Reading['person'], attributes: object): Patch<typeof contact> {
  const news = overwritten.filter((name) => person[name] !== null && person[name] !== before[name])
  const isNew = ([key, value]: [string, unknown]) => JSON.stringify(before.attributes[key]) !== JSON.stringify(value)
  const hasNewAttributes = Object.entries(attributes).some(isNew)
  return {
    ...Object.fromEntries(news.map((name) => [name, person[name]])),
    ...(hasNewAttributes ? { attributes: { ...attributes } } : {}),
  }
}

const lockInbound = statement(
  'marketing_inbound.lock',
  'account',
  `select integration_id, encode(repeat_key, 'hex') as repeat_hex, kind, payload, received_at from marketing_inbound
   where account_id = $1 and id = $2 and state = 'pending' for update`,
)

const settleInbound = statement(
  'marketing_inbound.settle',
  'account',
  `update marketing_inbound set state = $3, detail = $4, payload = null
   where account_id = $1 and id = $2 and state = 'pending'`,
)
