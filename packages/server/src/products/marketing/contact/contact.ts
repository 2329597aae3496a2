import { foldName } from '#kit/values/foldedText.ts'
import { flag, oneOf } from '#kit/values/fields.ts'
import { field, invalid, reason, type FieldProblem } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { Type } from '#kit/values/schema.ts'
import {
  contactCreated,
  contactDeleted,
  contactStatusChanged,
  contactSubscribed,
  contactUnsubscribed,
  contactUpdated,
} from '#products/marketing/facts.ts'
import { attributeBounds, contactFields, wordsMax, type AttributeValue } from './contactFields.ts'
import { emailFlags, emailKeyOf, flagNames } from './emailAddress.ts'
import { suppressedOf } from './suppression.ts'

/** A contact as the store returns it. */
export type Contact = StoredOf<typeof contactFields>

/** Refusal of a second contact with the same address or id. */
export const contactExists = reason('conflict', 'contact_exists', 'A contact with this address or id exists.')

const isSuppressed = flag({ description: 'Whether its address gets no mail, whatever its state.' })
const isPhoneSuppressed = flag({ description: 'Whether its number gets no text messages, whatever its state.' })
const addressFlags = Type.Array(oneOf(flagNames), {
  maxItems: flagNames.length,
  description: '`role`: the mailbox of a function such as info@; `disposable`: a mailbox for minutes.',
})

const leavable = ['pending', 'subscribed', 'bounced', 'suppressed']

/** A person that an account writes to. */
export const contact = resource({
  id: 'marketing.contact',
  title: 'Contact',
  description: 'Contacts: people that you write to',
  table: 'marketing_contact',
  idKey: 'contactId',
  prefix: 'con',
  states: {
    pending: ['subscribed', 'unsubscribed', 'bounced', 'complained', 'suppressed', 'archived'],
    // By a merge with a contact whose address is not confirmed.
    subscribed: ['pending', 'unsubscribed', 'bounced', 'complained', 'suppressed', 'archived'],
    unsubscribed: ['subscribed', 'bounced', 'complained', 'suppressed', 'archived'],
    bounced: ['subscribed', 'unsubscribed', 'complained', 'suppressed', 'archived'],
    complained: ['subscribed', 'unsubscribed', 'suppressed', 'archived'],
    suppressed: ['subscribed', 'unsubscribed', 'complained', 'archived'],
    archived: ['unsubscribed'],
  },
  initial: 'subscribed',
  actions: {
    subscribe: {
      from: ['pending', 'unsubscribed', 'bounced', 'complained', 'suppressed'],
      to: 'subscribed',
      description: 'it gets mail; unless it was pending or bounced, this needs `consent`.',
    },
    unsubscribe: { from: leavable, to: 'unsubscribed', description: 'it gets no mail.' },
    archive: {
      from: ['pending', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'suppressed'],
      to: 'archived',
      description: 'it is put away and leaves all segments.',
    },
    restore: { from: ['archived'], to: 'unsubscribed', description: 'back from the archive; it gets no mail yet.' },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: contactFields,
  derived: {
    emailKey: { sqlType: 'text', of: ({ email }) => (email === null ? null : emailKeyOf(email)) },
    nameKey: { sqlType: 'text', sorts: 'name', of: ({ firstName, lastName }) => nameKeyOf(firstName, lastName) },
    givenKey: { sqlType: 'text', of: ({ firstName, lastName }) => givenKeyOf(firstName, lastName) },
  },
  computed: {
    fields: { isSuppressed, isPhoneSuppressed, addressFlags },
    async of(ctx, records) {
      const suppressed = await suppressedOf(ctx, records)
      return records.map(({ email, phone }) => ({
        isSuppressed: email !== null && suppressed.has(email),
        isPhoneSuppressed: phone !== null && suppressed.has(phone),
        addressFlags: email === null ? [] : emailFlags(email),
      }))
    },
  },
  card: (record) => ({ title: contactTitle(record) }),
  facts: {
    created: contactCreated,
    updated: contactUpdated,
    deleted: contactDeleted,
    moved: {
      subscribed: contactSubscribed,
      unsubscribed: contactUnsubscribed,
      bounced: contactStatusChanged,
      complained: contactStatusChanged,
      suppressed: contactStatusChanged,
      archived: contactStatusChanged,
    },
  },
  constraints: {
    marketing_contact_email_key: { reason: contactExists, field: 'email' },
    marketing_contact_external_key: { reason: contactExists, field: 'externalId' },
    marketing_contact_viewer_key: { reason: contactExists, field: 'viewerId' },
  },
  check(record) {
    const problems = attributeProblems(record.attributes)
    const { email, phone, externalId, viewerId } = record
    if ([email, phone, externalId, viewerId].every((each) => each === null)) {
      const message = 'one of email, phone, externalId, viewerId is needed'
      problems.push(...['email', 'phone', 'externalId', 'viewerId'].map((name) => field(name, 'anyOf', message)))
    }
    if (problems.length > 0) throw invalid(...problems)
  },
})

/** Whether a contact can leave: one that left, or complained, or is put away gets no mail. */
export function canLeave({ status }: Pick<Contact, 'status'>): boolean {
  return leavable.includes(status)
}

/** Name of a contact as people read it: its name, else its address or id. */
export function contactTitle(
  record: Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phone' | 'externalId' | 'id'>,
) {
  const name = [record.firstName, record.lastName].filter((part) => part !== null).join(' ')
  return name !== '' ? name : (record.email ?? record.phone ?? record.externalId ?? record.id)
}

/** Key of a name for order and search: last name first, folded; empty without a name. */
export function nameKeyOf(firstName: string | null, lastName: string | null): string {
  return foldName([lastName, firstName].filter((part) => part !== null).join(' '))
}

/** Key of a name for search, first name first; null without both parts, where `nameKeyOf` has the same. */
export function givenKeyOf(firstName: string | null, lastName: string | null): string | null {
  return firstName === null || lastName === null ? null : foldName(`${firstName} ${lastName}`)
}

type Words = Pick<Contact, 'tags' | 'topics'>

/**
 * Throws invalid for more tags or topics than a contact has, where a change adds to them. A contact that has more of
 * them already changes in its other fields, and leaves.
 */
export function checkWords(before: Words | undefined, after: Words): void {
  const names = ['tags', 'topics'] as const
  const wrong = names.filter((name) => after[name].length > Math.max(wordsMax, before?.[name].length ?? 0))
  const message = `must have at most ${wordsMax} items`
  if (wrong.length > 0) throw invalid(...wrong.map((name) => field(`/${name}`, 'maxItems', message)))
}

/** Whether attributes keep the bounds of keys, bytes and depth. */
export function attributeProblems(attributes: Readonly<Record<string, AttributeValue>>): FieldProblem[] {
  const size = { keys: 0, depth: 0 }
  measure(attributes, 1, size)
  const { keysMax, bytesMax, depthMax } = attributeBounds
  const bytes = Buffer.byteLength(JSON.stringify(attributes))
  const says = (isWrong: boolean, rule: string, message: string) =>
    isWrong ? [field('/attributes', rule, message)] : []
  return [
    ...says(size.keys > keysMax, 'maxKeys', `must have at most ${keysMax} keys on all levels`),
    ...says(bytes > bytesMax, 'maxBytes', `must have at most ${bytesMax} bytes of JSON`),
    ...says(size.depth > depthMax, 'maxDepth', `must nest at most ${depthMax} levels`),
  ]
}

function measure(value: AttributeValue, depth: number, size: { keys: number; depth: number }): void {
  if (typeof value !== 'object' || value === null) return
  size.depth = Math.max(size.depth, depth)
  if (!Array.isArray(value)) size.keys += Object.keys(value).length
  for (const each of Object.values(value)) measure(each, depth + 1, size)
}
