import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { Type } from '#kit/values/schema.ts'
import type { CreateOptions, Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { flag } from '#kit/values/fields.ts'
import { lockForChange } from '#platform/db/rowLocks.ts'
import { textRecordsPort } from '#platform/net/textRecordsPort.ts'
import { operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, type Patch } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import {
  contactChanged,
  contactCreated,
  contactStatusChanged,
  contactSubscribed,
  contactUnsubscribed,
  contactUpdated,
} from '#products/marketing/facts.ts'
import { contact, contactExists, type Contact } from './contact.ts'
import { normalEmail } from './emailAddress.ts'
import { checkEvidence } from './consent.ts'
import { consentInput, onConflictInput } from './contactFields.ts'
import { createdParts, readParts } from './contactIncludes.ts'
import { presentedContact } from './contactInput.ts'
import { changeContact, existsAs, findContact, makeContact, type NewContact } from './contactWrites.ts'

/** Treatment of an existing contact by a create. */
export type OnConflict = 'error' | 'merge' | 'ignore'

/** Create. */
export const createContact = operation('marketing.contact.create', {
  route: 'POST /api/marketing/contact/create',
  title: 'Create Contact',
  description:
    'Creates a contact by its address, phone number or an id of yours. With `status` `pending` it gets a mail with a ' +
    'link (double opt-in) and no other one until it has confirmed. An address that bounced or complained stays ' +
    'suppressed. The segments of the response are those before this call; it enters others a moment later.',
  scope: 'marketing.contact:write',
  input: closed({
    ...createInput(contact, ['subscribed', 'pending']).properties,
    consent: Type.Optional(consentInput),
    onConflict: Type.Optional(onConflictInput),
    checkDomain: Type.Optional(
      flag({
        description:
          'Refuses an address whose domain receives no mail by its MX records. It is accepted when no name server ' +
          'responds.',
      }),
    ),
  }),
  output: outputSchemaOf(contact, {
    created: flag({ description: 'False when it was there already.' }),
    ...createdParts,
  }),
  emits: [contactCreated, contactUpdated, contactSubscribed, contactUnsubscribed, contactStatusChanged, contactChanged],
  reasons: [contactExists, reasons.writeContended],
  example: {
    email: 'mira@example.com',
    firstName: 'Mira',
    lastName: 'Sander',
    attributes: { plan: 'pro', seats: 3 },
    tags: ['beta'],
    consent: { source: 'Form on the home page', text: 'Yes, send me news.' },
  },
  async handle(ctx, input) {
    const { consent, onConflict = 'error', checkDomain = false, ...body } = input
    checkEvidence(ctx, consent)
    const [draft, options] = splitCreate<typeof contact>(body)
    // Before the transaction that an Idempotency-Key opens: no look-up leaves a transaction.
    if (checkDomain && typeof draft.email === 'string') await checkMailDomain(ctx, draft.email)
    return ctx.once(async (inner) => {
      // cast: the input was accepted by the schema above, made of these.
      const sent = { draft, ...statusAndOptions(options), ...(consent && { consent }) } as NewContact
      const { record, created } = await atomicAgain(inner, (writing) => putContact(writing, sent, onConflict))
      const parts = await readParts(inner, record.id, ['score', 'segments'])
      return { ...(await presentedContact(inner, record)), ...parts, created }
    })
  },
})

/** Throws invalid for an address whose domain receives no mail. Call outside a transaction. */
async function checkMailDomain(ctx: Ctx, email: string): Promise<void> {
  const address = normalEmail(email)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const isReached = await ctx
    .port(textRecordsPort)
    .receivesMail(domain, ctx.account.id)
    .catch(() => true)
  if (!isReached) throw invalid(field('email', 'domain', `must have a domain that receives mail, ${domain} does not`))
}

/** Makes a contact, or treats the one that exists as `onConflict` says. Throws contact_exists. */
export async function putContact(
  ctx: Ctx,
  made: NewContact,
  onConflict: OnConflict,
): Promise<{ record: Contact; created: boolean }> {
  const known = await findContact(ctx, made.draft)
  const isRepeat = known !== undefined && known.clientReference === made.options?.clientReference
  if (known === undefined || isRepeat) return makeContact(ctx, made)
  if (onConflict === 'error') throw existsAs(known, made.draft)
  if (onConflict === 'ignore') return { record: known, created: false }
  // A merge or an erasure that is under way may end the contact: the call looks for the person again.
  if (!(await lockForChange(ctx, contact, known.id))) throw problem(reasons.writeContended)
  const { record } = await changeContact(ctx, known.id, mergeOf(made))
  return { record, created: false }
}

function statusAndOptions({ status, ...options }: CreateOptions) {
  return status === undefined ? { options } : { status, options }
}

/** Additions of a create to an existing contact: values that were sent, more tags and topics, the agreement. */
function mergeOf({ draft, consent }: NewContact) {
  const { tags = [], topics, ...fields } = draft
  const patch = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
  return {
    // cast: a draft holds fields of the patch under the same names.
    patch: { ...patch, ...(topics && { topics }) } as Patch<typeof contact>,
    addTags: tags,
    ...(consent && { consent }),
  }
}
