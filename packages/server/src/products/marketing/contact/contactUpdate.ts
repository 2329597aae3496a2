import { Type } from '#kit/values/schema.ts'
import type { UpdateOptions } from '#kit/call/context.ts'
import { idOf, line, nameLine, words } from '#kit/values/fields.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, updateInput } from '#kit/nouns/standard.ts'
import { field, invalid, reasons } from '#kit/call/problem.ts'
import {
  contactChanged,
  contactDeleted,
  contactMerged,
  contactStatusChanged,
  contactSubscribed,
  contactUnsubscribed,
  contactUpdated,
} from '#products/marketing/facts.ts'
import { contact, contactExists } from './contact.ts'
import { checkEvidence, type ConsentSent } from './consent.ts'
import { consentInput } from './contactFields.ts'
import { namedContact, presentedContact } from './contactInput.ts'
import { changeContact, type ContactChange } from './contactWrites.ts'
import { mergeContact } from './contactMerge.ts'

const { contactId: _contactId, ...updatable } = updateInput(contact).properties
const tagList = (description: string) => Type.Optional(words(100, nameLine(60), { description }))

/** Update. */
export const updateContact = operation('marketing.contact.update', {
  route: 'POST /api/marketing/contact/update',
  title: 'Update Contact',
  description:
    'Changes a contact. It is named by `contactId`, else by `externalId`, else by `email`. Only sent fields change, ' +
    'null clears; `attributes` merge by key, and null removes one. `mergeFrom` takes over another contact: its ' +
    'events, messages, consents and scores move, empty fields are filled, and the other one is gone.',
  scope: 'marketing.contact:write',
  input: closed({
    contactId: Type.Optional(idOf('con', { description: 'The contact.' })),
    ...updatable,
    addTags: tagList('Tags to add.'),
    removeTags: tagList('Tags to remove.'),
    consent: Type.Optional(consentInput),
    mergeFrom: Type.Optional(idOf('con', { description: 'A contact that is the same person.' })),
  }),
  output: outputSchemaOf(contact, {
    changed: Type.Array(line(200), { description: 'Names of the fields that changed.' }),
  }),
  emits: [
    contactUpdated,
    contactSubscribed,
    contactUnsubscribed,
    contactStatusChanged,
    contactMerged,
    contactDeleted,
    contactChanged,
  ],
  reasons: [contactExists, reasons.writeContended],
  example: { contactId: madeFirst('marketing.contact'), firstName: 'Mira', addTags: ['speaker'] },
  handle: once(async (ctx, input) => {
    const { named, rest } = splitIdentity(input)
    const { id } = await namedContact(ctx, named)
    const { mergeFrom, consent, addTags, removeTags, action, ifVersion, ...patch } = rest
    // cast: the input was accepted by the schema above, made of these.
    checkEvidence(ctx, consent as ConsentSent | undefined)
    // cast: as above.
    const options = { action, ifVersion } as UpdateOptions
    const change = {
      patch,
      options,
      ...Object.fromEntries(
        Object.entries({ addTags, removeTags, consent }).filter(([, value]) => value !== undefined),
      ),
      // cast: as above.
    } as ContactChange
    const merged = typeof mergeFrom === 'string' ? await mergeContact(ctx, { intoId: id, fromId: mergeFrom }) : []
    const { record, changed } = await changeContact(ctx, id, change)
    return { ...(await presentedContact(ctx, record)), changed: [...new Set([...merged, ...changed])] }
  }),
})

/** Separates what names the contact from its change: an address beside a stronger name is a change. */
function splitIdentity(input: Record<string, unknown>) {
  const name = ['contactId', 'externalId', 'email'].find((each) => typeof input[each] === 'string')
  if (name === undefined) {
    const message = 'one of contactId, externalId, email is needed'
    throw invalid(...['contactId', 'externalId', 'email'].map((each) => field(each, 'anyOf', message)))
  }
  const { [name]: value, ...rest } = input
  return { named: { [name]: value }, rest }
}
