import type { Filter } from '#kit/filter/filter.ts'
import type { FilterSubject, Vocabulary } from '#kit/filter/vocabulary.ts'
import type { Ctx } from './context.ts'
import type { FieldProblem } from './problem.ts'
import { port } from './port.ts'

/** Data of a person, typed by an audience or sent by a partner. At least one of the first four is needed. */
export type PersonTyped = {
  email?: string | null
  phone?: string | null
  /** Id of the person in a system of the account. */
  externalId?: string | null
  /** Id of the person as a viewer. */
  viewerId?: string | null
  firstName?: string | null
  lastName?: string | null
  locale?: string | null
  timezone?: string | null
  country?: string | null
  tags?: readonly string[]
  topics?: readonly string[]
  /** Evidence that the person agreed to mail. Without it a new contact gets no marketing mail. */
  consent?: { text?: string; ip?: string }
  /** Where it was typed: `livestream.ticket`, `pages.lead`. */
  source: string
}

/** An event of a contact: a fact about the person, or one that a program of the account tracked. */
export type ContactEvent = {
  /** Row id. */
  id: string
  contactId: string
  name: string
  at: string
  /** Public id of the record that it is about. */
  subject: string | null
  properties: Readonly<Record<string, unknown>>
}

/** A contact as other products address it. */
export type ContactPerson = {
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
}

/** A contact that stays as it is until the end of a transaction. `formerIds`: contacts that were merged into it. */
export type HeldContact = { contactId: string; formerIds: readonly string[] }

export type Contacts = {
  /**
   * Finds the contact of a person by external id, viewer id or address, or makes it; fills empty fields, and never
   * overwrites one. Call inside `ctx.atomic`. Throws invalid without an identity.
   */
  identify(ctx: Ctx, typed: PersonTyped): Promise<{ contactId: string; created: boolean }>
  /** Id of the contact with a mail address; undefined for an unknown one. */
  ofAddress(ctx: Ctx, email: string): Promise<string | undefined>
  /** Names of a contact that filters compare. */
  vocabulary: Vocabulary
  /** Problems of records and topics that a filter of a shape already checked names. `stored`: filters that stand. */
  unknownNames(
    ctx: Ctx,
    filters: readonly { filter: Filter; path: string }[],
    stored?: readonly Filter[],
  ): Promise<FieldProblem[]>
  /** Contacts as filters read them in memory, with the parts that the filters mention; by public id. */
  subjects(
    ctx: Ctx,
    contactIds: readonly string[],
    filters: readonly Filter[],
  ): Promise<ReadonlyMap<string, FilterSubject>>
  /** Events by row id, of the given contacts; at most 1,000. */
  events(ctx: Ctx, of: { contactIds: readonly string[]; eventIds: readonly string[] }): Promise<ContactEvent[]>
  /** Names and address of contacts that are not deleted, by public id; at most 1,000. */
  people(ctx: Ctx, contactIds: readonly string[]): Promise<ReadonlyMap<string, ContactPerson>>
  /** People as `people`, without the ones whose mail address is suppressed. At most 1,000. */
  receivers(ctx: Ctx, contactIds: readonly string[]): Promise<ReadonlyMap<string, ContactPerson>>
  /**
   * Contacts that remain, by the public ids that led to them: a merged contact leads to the last one of its chain, and
   * an erased one to none. At most 1,000.
   */
  remaining(ctx: Ctx, contactIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Keeps a contact, or the one that remains of it, from being merged or erased until the transaction ends. Undefined
   * for an erased one. Reactions to a merge run later: until then rows may still belong to one of `formerIds`. Call
   * inside `ctx.atomic`. Throws write_contended for a merge in between.
   */
  hold(ctx: Ctx, contactId: string): Promise<HeldContact | undefined>
}

/** The people of an account, as every product refers to them. */
export const contactsPort = port<Contacts>('contacts', {
  identify: 'stays',
  ofAddress: 'stays',
  unknownNames: 'stays',
  subjects: 'stays',
  events: 'stays',
  people: 'stays',
  receivers: 'stays',
  remaining: 'stays',
  hold: 'stays',
})
