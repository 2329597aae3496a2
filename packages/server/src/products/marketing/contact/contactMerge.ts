import type { Ctx } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import type { Patch } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { audienceLock } from '#products/marketing/campaign/campaignFrozen.ts'
import { contactMerged } from '#products/marketing/facts.ts'
import { contact, type Contact } from './contact.ts'
import { contactReferences } from './contactReferences.ts'
import { emitChanges } from './contactChanges.ts'
import { changeContact } from './contactWrites.ts'

const single = ['email', 'phone', 'externalId', 'viewerId', 'firstName', 'lastName'] as const
const settings = ['locale', 'timezone', 'country'] as const

/** Strength of a state against mail: the strongest of both stays. */
const strength = ['subscribed', 'pending', 'archived', 'bounced', 'suppressed', 'unsubscribed', 'complained']

/**
 * Makes one contact of two: the other one's rows move, its values fill empty fields, and the more careful state stays.
 * Returns the names of the fields that changed. Throws invalid for the same or an unknown contact.
 */
export function mergeContact(
  ctx: Ctx,
  { intoId, fromId }: { intoId: string; fromId: string },
): Promise<readonly string[]> {
  if (intoId === fromId) throw invalid(field('mergeFrom', 'notAllowed', 'is the contact itself'))
  return ctx.atomic(async (inner) => {
    // In the order of ids, so that two merges never wait for each other.
    for (const id of [intoId, fromId].toSorted()) await lockForUpdate(inner, contact, id)
    const from = await inner.store.find(contact, fromId)
    if (from === undefined) {
      throw invalid(field('mergeFrom', 'reference', 'refers to something that does not exist'))
    }
    const into = await inner.store.get(contact, intoId)
    await inner.lock(audienceLock)
    await inner.store.update(contact, fromId, { patch: { mergedIntoId: intoId }, isSilent: true })
    const uuids = [uuidOf(contact.prefix, intoId), uuidOf(contact.prefix, fromId)]
    for (const { move } of contactReferences) await inner.db.rows(move, [inner.account.id, ...uuids])
    const { status, version } = await inner.store.remove(contact, fromId, { isSilent: true })
    inner.emit(contactMerged, { id: intoId, mergedId: fromId }, { id: fromId, status, version })
    const move = movedStatus(into, from)
    const { changed } = await changeContact(inner, intoId, {
      patch: filledFrom(into, from),
      addTags: from.tags,
      ...(move === undefined ? {} : { options: { status: move } }),
    })
    if (changed.length > 0) return changed
    // The history of the contact changed, if not its fields.
    emitChanges(inner, [{ id: intoId, fields: [], isNew: true }], await inner.store.get(contact, intoId))
    return changed
  })
}

function filledFrom(into: Contact, from: Contact): Patch<typeof contact> {
  const empty = [...single, ...settings].filter((name) => into[name] === null && from[name] !== null)
  const values = Object.fromEntries(empty.map((name) => [name, from[name]]))
  return {
    ...values,
    attributes: { ...from.attributes, ...into.attributes },
    topics: [...new Set([...into.topics, ...from.topics])],
    trackingDisabled: into.trackingDisabled || from.trackingDisabled,
  }
}

function movedStatus(into: Contact, from: Contact): string | undefined {
  const isStronger = strength.indexOf(from.status) > strength.indexOf(into.status)
  const isOfAddress = from.status !== 'bounced' && from.status !== 'suppressed' && from.status !== 'archived'
  const isReachable = contact.states[into.status]?.includes(from.status) ?? false
  return isStronger && isOfAddress && isReachable ? from.status : undefined
}
