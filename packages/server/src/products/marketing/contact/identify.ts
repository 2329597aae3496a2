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
  const unlocked = await findContact(ctx, typed)
  if (unlocked !== undefined && !hasNews(unlocked, typed)) return { contactId: unlocked.id, created: false }
  // Two processes that meet the same person at once: the lock makes the second one find what the first one made.
  // Persons who are known take no lock.
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

/** Typed data that the contact of a person lacks. */
function newsOf(known: Contact, typed: PersonTyped) {
  return {
    empty: fillable.filter((name) => known[name] === null && typeof typed[name] === 'string'),
    tags: added(known.tags, typed.tags),
    topics: added(known.topics, typed.topics),
    agrees: typed.consent !== undefined && ['pending', 'unsubscribed'].includes(known.status),
  }
}

function hasNews(known: Contact, typed: PersonTyped): boolean {
  const { empty, tags, topics, agrees } = newsOf(known, typed)
  return agrees || empty.length + tags.length + topics.length > 0
}

async function fill(ctx: Ctx, known: Contact, typed: PersonTyped): Promise<Contact> {
  if (!hasNews(known, typed)) return known
  const { empty, tags, topics, agrees } = newsOf(known, typed)
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
