import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import type { Patch } from '#kit/nouns/resource.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { audienceLock } from '#products/marketing/campaign/campaignFrozen.ts'
import { contactMerged } from '#products/marketing/facts.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { lastDeparture, leftTopics } from './consent.ts'
import { contact, type Contact } from './contact.ts'
import { contactReferences } from './contactReferences.ts'
import { emitChanges } from './contactChanges.ts'
import { changeContact } from './contactWrites.ts'
import { holdDepartures } from './departure.ts'

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
  return atomicAgain(ctx, async (inner) => {
    // In the order of ids, so that two merges never wait for each other.
    for (const id of [intoId, fromId].toSorted()) await lockForUpdate(inner, contact, id)
    const from = await inner.store.find(contact, fromId)
    if (from === undefined) {
      throw invalid(unknownReference('mergeFrom'))
    }
    const into = await inner.store.get(contact, intoId)
    const brought = (await isVisitor(inner, from)) ? undefined : statusBrought(into, from)
    await inner.lock(audienceLock)
    await inner.store.update(contact, fromId, { patch: { mergedIntoId: intoId }, isSilent: true })
    const uuid = rowId(contact.prefix, intoId)
    const values = [inner.account.id, uuid, rowId(contact.prefix, fromId)]
    for (const { move } of contactReferences) await inner.db.rows(move, values)
    const { status, version } = await inner.store.remove(contact, fromId, { isSilent: true })
    inner.emit(contactMerged, { id: intoId, mergedId: fromId }, { id: fromId, status, version })
    const move = movedStatus(into, brought)
    // The evidence of both has moved by now: a topic that one of them left last stays left.
    const left = new Set((await leftTopics(inner, [uuid])).get(uuid)?.map(({ topic }) => topic))
    const topics = [...new Set([...into.topics, ...from.topics])].filter((topic) => !left.has(topic))
    const { changed } = await changeContact(inner, intoId, {
      patch: { ...filledFrom(into, from), topics },
      addTags: from.tags,
      ...(move === undefined ? {} : { options: { status: move } }),
    })
    const after = await inner.store.get(contact, intoId)
    await holdDepartures(inner, [{ before: from, after }])
    // The history of the contact changed as well.
    emitChanges(inner, [{ id: intoId, fields: [], isNew: true }], after)
    return changed
  })
}

function filledFrom(into: Contact, from: Contact): Patch<typeof contact> {
  const empty = [...single, ...settings].filter((name) => into[name] === null && from[name] !== null)
  const values = Object.fromEntries(empty.map((name) => [name, from[name]]))
  return {
    ...values,
    attributes: { ...from.attributes, ...into.attributes },
    trackingDisabled: into.trackingDisabled || from.trackingDisabled,
  }
}

function movedStatus(into: Contact, status: string | undefined): string | undefined {
  if (status === undefined) return undefined
  const isStronger = strength.indexOf(status) > strength.indexOf(into.status)
  const isReachable = contact.states[into.status]?.includes(status) ?? false
  return isStronger && isReachable ? status : undefined
}

/**
 * The state that a contact brings along; undefined for one that says nothing of its agreement. An archived one may have
 * left before, and comes back without mail. An address that was not confirmed stays unconfirmed.
 */
function statusBrought(into: Contact, { status, email }: Contact): string | undefined {
  if (status === 'bounced' || status === 'suppressed') return undefined
  if (status === 'archived') return into.status === 'archived' ? undefined : 'unsubscribed'
  return status === 'pending' && (into.email !== null || email === null) ? undefined : status
}

/** Whether a contact has no address and never left, such as an unknown viewer: its state says nothing of mail. */
async function isVisitor(ctx: Ctx, { id, email, phone, status }: Contact): Promise<boolean> {
  if (email !== null || phone !== null || status === 'complained') return false
  return (await lastDeparture(ctx, id)) === undefined
}
