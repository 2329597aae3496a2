import type { Ctx } from './context.ts'
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

export type Contacts = {
  /**
   * Finds the contact of a person by external id, viewer id or address, or makes it; fills empty fields, and never
   * overwrites one. Call inside `ctx.atomic`. Throws invalid without an identity.
   */
  identify(ctx: Ctx, typed: PersonTyped): Promise<{ contactId: string; created: boolean }>
}

/** The people of an account, as every product refers to them. */
export const contactsPort = port<Contacts>('contacts', { identify: 'stays' })
