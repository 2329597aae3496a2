import type { Ctx } from '#kit/call/context.ts'
import type { PersonTyped } from '#kit/call/contacts.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import type { contact, Contact } from './contact.ts'
import { wordsMax } from './contactFields.ts'
import { changeContact, findContact, makeContact } from './contactWrites.ts'

const fillable = [
  'email',
  'phone',
  'externalId',
  'viewerId',
  'firstName',
  'lastName',
  'locale',
  'timezone',
  'country',
] as const

/**
 * Finds the contact of a person, or makes it. A new contact without consent is `unsubscribed`: it is known, and gets no
 * marketing mail.
 */
export async function identifyContact(ctx: Ctx, typed: PersonTyped): Promise<{ contactId: string; created: boolean }> {
  // Two processes that meet the same person at once: the lock makes the second one find what the first one made.
  await ctx.lock('marketing.contact')
  const known = await findContact(ctx, typed)
  if (known !== undefined) return { contactId: (await fill(ctx, known, typed)).id, created: false }
  const { source, consent, tags = [], topics = [], ...fields } = typed
  const evidence = { source, ...consent }
  const { record } = await makeContact(ctx, {
    // cast: the fields are those of a draft; makeContact checks them.
    draft: { ...fields, tags: [...tags], topics: [...topics] } as Draft<typeof contact>,
    ...(consent === undefined ? { status: 'unsubscribed' } : { consent: evidence }),
  })
  return { contactId: record.id, created: true }
}

/** Words that a contact lacks, as many as it has place for: what a person typed counts without them, too. */
function added(own: readonly string[], typed: readonly string[] = []): string[] {
  return typed.filter((word) => !own.includes(word)).slice(0, Math.max(0, wordsMax - own.length))
}

async function fill(ctx: Ctx, known: Contact, typed: PersonTyped): Promise<Contact> {
  const empty = fillable.filter((name) => known[name] === null && typeof typed[name] === 'string')
  const tags = added(known.tags, typed.tags)
  const topics = added(known.topics, typed.topics)
  const agrees = typed.consent !== undefined && ['pending', 'unsubscribed'].includes(known.status)
  if (empty.length + tags.length + topics.length === 0 && !agrees) return known
  const { record } = await changeContact(ctx, known.id, {
    patch: {
      // cast: names of the contact's own fields, with the texts that were typed.
      ...(Object.fromEntries(empty.map((name) => [name, typed[name]])) as Patch<typeof contact>),
      ...(topics.length === 0 ? {} : { topics: [...known.topics, ...topics] }),
    },
    addTags: tags,
    ...(agrees ? { consent: { source: typed.source, ...typed.consent }, options: { action: 'subscribe' } } : {}),
  })
  return record
}
