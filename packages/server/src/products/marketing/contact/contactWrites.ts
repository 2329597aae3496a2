import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid, Problem, problem, reasons } from '#kit/call/problem.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { lockForChange } from '#platform/db/rowLocks.ts'
import { keepConsents, lastDeparture, topicConsents, type Consent, type ConsentSent } from './consent.ts'
import { checkWords, contact, contactExists, type Contact } from './contact.ts'
import { emitChanges } from './contactChanges.ts'
import { holdDepartures } from './departure.ts'
import { sendOptIn } from './optInMail.ts'
import { checkTopics } from './topicKeys.ts'
import { emailKeyOf, normalEmail } from './emailAddress.ts'
import {
  goneSince,
  isSameAddress,
  mainAddress,
  refusesRequest,
  suppressedOf,
  unsuppressAgreed,
  type Reach,
} from './suppression.ts'

/** Columns that identify a contact, strongest first. */
export const identities = ['externalId', 'viewerId', 'email'] as const

/** Identity of a contact, as a caller or an audience sends it. */
export type Identity = { [K in (typeof identities)[number]]?: string | null | undefined }

/** A contact to make. `consent`: evidence that it agreed to mail. */
export type NewContact = {
  draft: Draft<typeof contact>
  status?: 'pending' | 'subscribed' | 'unsubscribed'
  consent?: ConsentSent
  options?: CreateOptions
}

/** A change of a contact, beside the fields of a patch. */
export type ContactChange = {
  patch: Patch<typeof contact>
  addTags?: readonly string[]
  removeTags?: readonly string[]
  consent?: ConsentSent
  /** Source of a change of topics or state that needs no agreement; `api` when left out. */
  source?: string
  options?: UpdateOptions
}

/** Finds a contact by what identifies it, strongest first. */
export async function findContact(ctx: Ctx, identity: Identity): Promise<Contact | undefined> {
  for (const name of identities) {
    const value = identity[name]
    if (value === undefined || value === null) continue
    const by = name === 'email' ? { column: 'emailKey', value: emailKeyOf(value) } : { column: name, value }
    const found = await ctx.store.findBy(contact, by.column, by.value)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Makes a contact in a transaction: a suppressed address stays suppressed, a pending one gets the mail of the double
 * opt-in. Throws contact_exists with the id of the contact that stands, and write_contended for one that a concurrent
 * call made.
 */
export function makeContact(ctx: Ctx, made: NewContact): Promise<{ record: Contact; created: boolean }> {
  return ctx
    .atomic(async (inner) => {
      const draft = { ...made.draft, ...normalised(made.draft) }
      const { status: wanted = 'subscribed', consent, options = {} } = made
      const known = await findContact(inner, draft)
      if (known !== undefined && known.clientReference !== (options.clientReference ?? null))
        throw existsAs(known, draft)
      await checkTopics(inner, draft.topics ?? [])
      const suppressed = await suppressedOf(inner, [draft])
      // `suppressed` means that it gets mail at another address, so one that has not agreed never is.
      const status = isUnreachable(draft, suppressed) && wanted === 'subscribed' ? 'suppressed' : wanted
      const result = await inner.store.create(contact, draft, { ...options, status })
      if (!result.created) return result
      const { record } = result
      await keepConsents(inner, record.id, evidenceOf(record, consent))
      emitChanges(inner, [{ id: record.id, fields: Object.keys(made.draft), isNew: true }], record)
      if (record.status === 'pending' && !(await refusesRequest(inner, record.email))) await sendOptIn(inner, record)
      return result
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? problem(reasons.writeContended) : error
    })
}

/** Whether a concurrent call made a contact with the same address or id since this one looked. */
function isTaken(error: unknown): boolean {
  return error instanceof Problem && error.reason === contactExists.reason && error.details === undefined
}

/** A changed contact, with the names of the fields that changed. */
export type Changed = { record: Contact; changed: string[] }

/** Changes a contact in a transaction. */
export function changeContact(ctx: Ctx, contactId: string, change: ContactChange): Promise<Changed> {
  return ctx.atomic(async (inner) => {
    const made = await applyChange(inner, contactId, change)
    const { record, changed } = made
    if (changed.length > 0) emitChanges(inner, [{ id: record.id, fields: changed, isNew: false }], record)
    return made
  })
}

/** Changes one contact of many; the caller emits all changes with `emitChanges`. Call inside `ctx.atomic`. */
export async function applyChange(ctx: Ctx, contactId: string, change: ContactChange): Promise<Changed> {
  const patchOf = patchOfChange(change)
  if (change.patch.topics !== undefined) await checkTopics(ctx, change.patch.topics)
  await checkIdentities(ctx, contactId, change.patch)
  if (isAgreed(change)) await checkFresh(ctx, contactId, change)
  let before: Contact | undefined
  const suppressed = await suppressedAfter(ctx, contactId, change)
  const record = await ctx.store.update(contact, contactId, (found) => {
    before = found
    checkAgreement(found, change)
    const patch = patchOf(found)
    checkWords(found, { tags: patch.tags ?? found.tags, topics: patch.topics ?? found.topics })
    const status = statusAfterAddress(found, reachAfter(found, patch), suppressed)
    return { ...(status === undefined ? {} : { status }), ...change.options, patch }
  })
  const changed = before === undefined ? [] : changedFields(before, record)
  if (before !== undefined) await keepConsents(ctx, record.id, evidenceOfChange({ before, record }, change))
  if (isAgreed(change)) await unsuppressAgreed(ctx, record)
  if (before !== undefined) await holdDepartures(ctx, [{ before, after: record }])
  return { record, changed }
}

/** Throws contact_exists for an address or id of another contact. */
async function checkIdentities(ctx: Ctx, contactId: string, patch: Identity): Promise<void> {
  for (const name of identities) {
    const known = await findContact(ctx, { [name]: patch[name] })
    if (known !== undefined && known.id !== contactId) throw existsAs(known, patch)
  }
}

/** The refusal that names the contact that stands, and the fields that it shares. */
export function existsAs(known: Contact, sent: Identity) {
  const shared = identities.filter((name) => {
    const [held, given] = [known[name], sent[name]]
    if (held === null || typeof given !== 'string') return false
    return name === 'email' ? emailKeyOf(held) === emailKeyOf(given) : held === given
  })
  const fields = shared.map((name) => field(name, 'unique', 'belongs to another contact'))
  return problem(contactExists, { fields, details: { existingId: known.id } })
}

function normalised({ email }: { email?: string | null | undefined }): { email?: string } {
  return typeof email === 'string' ? { email: normalEmail(email) } : {}
}

/** Suppressed addresses among those that a contact may have after a change. */
async function suppressedAfter(ctx: Ctx, contactId: string, { patch }: ContactChange): Promise<ReadonlySet<string>> {
  if (patch.email === undefined && patch.phone === undefined) return new Set()
  // Without its mail address a contact is judged by its number: no other call changes it from here on.
  await lockForChange(ctx, contact, contactId)
  const found = await ctx.store.find(contact, contactId)
  return suppressedOf(ctx, [patch, ...(found === undefined ? [] : [found])])
}

function reachAfter(before: Reach | undefined, { email = before?.email, phone = before?.phone }: Reach): Reach {
  return { email, phone }
}

/** Whether the state of a contact is about a suppressed address. */
export function isUnreachable(reach: Reach, suppressed: ReadonlySet<string>): boolean {
  return suppressed.has(mainAddress(reach)?.address ?? '')
}

/**
 * The state after a change of the address; undefined where it stays. A new address is judged by its own suppression; a
 * bounce of the old one does not count against it. No address changes whether a contact agreed to mail: one that left,
 * complained or has not confirmed keeps its state.
 */
export function statusAfterAddress(
  before: Contact,
  after: Reach,
  suppressed: ReadonlySet<string>,
): 'suppressed' | 'subscribed' | undefined {
  if (isSameAddress(mainAddress(before), mainAddress(after))) return undefined
  const { status } = before
  if (isUnreachable(after, suppressed)) {
    return status === 'subscribed' || status === 'bounced' ? 'suppressed' : undefined
  }
  return status === 'suppressed' || status === 'bounced' ? 'subscribed' : undefined
}

function isAgreed({ options, consent }: ContactChange): boolean {
  return options?.action === 'subscribe' && consent !== undefined
}

/**
 * Throws invalid for an agreement from before the contact left, or from before its address did: an erased person, or
 * one of a merge, may be a new contact by now.
 */
async function checkFresh(ctx: Ctx, contactId: string, { patch, consent }: ContactChange): Promise<void> {
  const at = consent?.at
  if (at === undefined) return
  const address = mainAddress(reachAfter(await ctx.store.find(contact, contactId), patch))
  const left = [await lastDeparture(ctx, contactId), address === undefined ? undefined : await goneSince(ctx, address)]
  if (left.every((moment) => moment === undefined || Date.parse(moment) <= Date.parse(at))) return
  throw invalid(field('/consent/at', 'minimum', 'must follow the departure of the contact'))
}

/** Only the contact itself leaves `unsubscribed` and `complained`: the caller proves that it did. */
function checkAgreement(before: Contact, { options, consent }: ContactChange): void {
  if (options?.action !== 'subscribe' || consent !== undefined) return
  if (before.status === 'pending' || before.status === 'bounced') return
  throw invalid(field('consent', 'required', `is needed to subscribe a contact that is ${before.status}`))
}

function patchOfChange({ patch, addTags = [], removeTags = [] }: ContactChange) {
  return (before: Contact): Patch<typeof contact> => {
    const tags = patch.tags ?? before.tags
    const isTagged = patch.tags !== undefined || addTags.length + removeTags.length > 0
    const merged = [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag))
    return {
      ...patch,
      ...(patch.email === undefined ? {} : { email: patch.email, ...normalised(patch) }),
      ...(patch.attributes === undefined ? {} : { attributes: mergedAttributes(before, patch.attributes) }),
      ...(isTagged ? { tags: merged } : {}),
    }
  }
}

/** Attributes merge by key; null removes one. */
export function mergedAttributes({ attributes }: Pick<Contact, 'attributes'>, sent: Contact['attributes']) {
  const kept = Object.entries({ ...attributes, ...sent }).filter(([, value]) => value !== null)
  return Object.fromEntries(kept)
}

/** Names of the fields that differ, and of the attributes as `attributes.<key>`. */
export function changedFields(before: Contact, after: Contact): string[] {
  const names = [...Object.keys(contact.fields), 'status'] as const
  const values: [Record<string, unknown>, Record<string, unknown>] = [before, after]
  const isEqual = (name: string) => JSON.stringify(values[0][name]) === JSON.stringify(values[1][name])
  const changed = names.filter((name) => !isEqual(name))
  if (!changed.includes('attributes')) return changed
  const keys = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)])
  const altered = [...keys].filter(
    (key) => JSON.stringify(before.attributes[key]) !== JSON.stringify(after.attributes[key]),
  )
  return [...changed, ...altered.map((key) => `attributes.${key}`)]
}

function evidenceOf(record: Contact, consent: ConsentSent | undefined): Consent[] {
  const kind = record.status === 'pending' ? 'requested' : 'optIn'
  const topics = topicConsents([], record.topics, consent?.source ?? 'api')
  return [...(consent === undefined ? [] : [{ ...consent, kind } as const]), ...topics]
}

function evidenceOfChange(
  { before, record }: { before: Contact; record: Contact },
  { consent, source = 'api' }: ContactChange,
): Consent[] {
  const sent = consent ?? { source }
  const topics = topicConsents(before.topics, record.topics, sent.source)
  if (before.status === record.status)
    return consent === undefined ? topics : [{ ...consent, kind: 'optIn' }, ...topics]
  if (record.status === 'subscribed') return [{ ...sent, kind: 'optIn' }, ...topics]
  if (record.status === 'unsubscribed') return [{ ...sent, kind: 'optOut' }, ...topics]
  return topics
}
