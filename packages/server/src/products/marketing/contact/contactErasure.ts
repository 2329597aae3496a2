import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { oneOf, idOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { encodeId } from '#kit/values/ids.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed, ifVersion, versionOf } from '#kit/nouns/standard.ts'
import { reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { forgetMails, forgetRecord } from '#platform/audit/forgetRecord.ts'
import { viewersPort } from '#platform/auth/viewersPort.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { audienceLock } from '#products/marketing/campaign/campaignFrozen.ts'
import { forgetRefusedValues } from '#products/marketing/contactImport/refusedValues.ts'
import {
  contactChanged,
  contactDeleted,
  contactOccurred,
  contactStatusChanged,
  contactUpdated,
} from '#products/marketing/facts.ts'
import { forgetVisits } from '#products/marketing/message/linkVisits.ts'
import { contact, type Contact } from './contact.ts'
import { contactReferences } from './contactReferences.ts'
import { changeContact } from './contactWrites.ts'
import { readContact } from './remainingContact.ts'
import { suppress } from './suppression.ts'

/** Delete. */
export const deleteContact = operation('marketing.contact.delete', {
  route: 'POST /api/marketing/contact/delete',
  title: 'Delete Contact',
  description:
    'Puts a contact into the archive, from where `restore` brings it back, or erases it. An erasure removes all ' +
    'personal data in this call: fields, events, consents, addresses of messages, changes in the audit log and ' +
    'payloads of facts. A keyed hash of its address stays, so that no later import writes to it again.',
  scope: 'marketing.contact:write',
  input: closed({
    contactId: idOf('con', { description: 'The contact.' }),
    mode: Type.Optional(oneOf(['archive', 'erase'], { description: '`archive` when left out.' })),
    ifVersion: ifVersion(),
  }),
  output: closed({
    id: idOf('con', { description: 'The contact.' }),
    status: oneOf(['archived', 'deleted'], { description: '`deleted` after an erasure.' }),
  }),
  emits: [contactUpdated, contactStatusChanged, contactDeleted, contactChanged],
  reasons: [reasons.invalidTransition, reasons.writeContended],
  example: { contactId: madeFirst('marketing.contact') },
  handle: once(async (ctx, input) => {
    const { contactId, mode = 'archive' } = input
    if (mode === 'erase') return eraseContact(ctx, contactId, versionOf(input))
    const options = { action: 'archive', ...versionOf(input) }
    const { id } = await readContact(ctx, contactId)
    const { record } = await changeContact(ctx, id, { patch: {}, options })
    return { id: record.id, status: 'archived' as const }
  }),
})

/** Erases a contact in a transaction, with those that were merged into it. Throws not_found and version_mismatch. */
export function eraseContact(ctx: Ctx, contactId: string, version: { ifVersion?: number } = {}) {
  return atomicAgain(ctx, async (inner) => {
    // A change of the address that is under way ends first: the new one is suppressed.
    await lockForUpdate(inner, contact, contactId)
    const { email, phone } = await readContact(inner, contactId)
    const gone = await inner.store.remove(contact, contactId, { ...version, isSilent: true })
    // The lock of the contact keeps merges into it out.
    const rowId = uuidOf(contact.prefix, contactId)
    const merged = await inner.db.rows(findMergedInto, [inner.account.id, rowId])
    // Before the lock that all erasures and starts of campaigns wait for: it reads all refused values of the account.
    await forgetRefusedValues(inner, [rowId, ...merged.map(({ id }) => id)])
    await inner.lock(audienceLock)
    const remains = await erasePerson(inner, { id: contactId, email, phone, version: gone.version })
    for (const each of merged) {
      await erasePerson(inner, { ...each, id: encodeId(contact.prefix, inner.account.id, each.id) })
    }
    inner.emit(contactDeleted, remains, remains)
    return { id: contactId, status: 'deleted' as const }
  })
}

type Person = Pick<Contact, 'id' | 'email' | 'phone' | 'version'>

/** Removes personal data of a contact that is deleted. Returns what remains of it. */
async function erasePerson(ctx: Ctx, { id, email, phone, version }: Person) {
  if (email !== null) {
    await suppress(ctx, { kind: 'email', address: email, reason: 'erased' })
    await forgetAddress(ctx, email)
  }
  if (phone !== null) await suppress(ctx, { kind: 'phone', address: phone, reason: 'erased' })
  const values = [ctx.account.id, uuidOf(contact.prefix, id)]
  for (const row of await ctx.db.rows(findMailed, values)) await forgetAddress(ctx, row.address ?? '')
  for (const { erase } of contactReferences) await ctx.db.rows(erase, values)
  await forgetVisits(ctx, String(values[1]))
  await ctx.db.rows(blank, values)
  const remains = { id, status: 'deleted', version }
  // Ids and names alone, and of other contacts too: segments, automations and scores are still to react to them.
  await forgetRecord(ctx, id, { remains, kept: [contactChanged, contactOccurred] })
  return remains
}

/** Removes caught mails to an address, and the sign-in codes that were mailed to it. */
async function forgetAddress(ctx: Ctx, address: string): Promise<void> {
  await forgetMails(ctx, address)
  await ctx.port(viewersPort).forgetAddress(ctx, address)
}

/** Contacts that were merged into one, also by others that were. */
const findMergedInto = statement(
  'marketing_contact.findMergedInto',
  'account',
  `with recursive merged as (
     select id, email, phone, version from marketing_contact where account_id = $1 and merged_into_id = $2
     union
     select c.id, c.email, c.phone, c.version from merged m
     join marketing_contact c on c.account_id = $1 and c.merged_into_id = m.id)
   select id, email, phone, version from merged`,
)

/** Addresses of mails to a contact, those that it had before as well. */
const findMailed = statement(
  'marketing_message.addressesOf',
  'account',
  `select distinct address from marketing_message
   where account_id = $1 and contact_id = $2 and channel = 'email' and address is not null`,
)

const blank = statement(
  'marketing_contact.blank',
  'account',
  `update marketing_contact set email = null, email_key = null, phone = null, external_id = null, viewer_id = null,
     first_name = null, last_name = null, name_key = '', given_key = null,
     locale = null, timezone = null, country = null,
     attributes = '{}', tags = '{}', topics = '{}', metadata = '{}', client_reference = null,
     client_reference_hash = null
   where account_id = $1 and id = $2`,
)
