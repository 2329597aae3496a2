import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, email, idOf, line } from '#kit/values/fields.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { present } from '#kit/nouns/resource.ts'
import { contact, type Contact } from './contact.ts'
import { findContact } from './contactWrites.ts'
import { readContact } from './remainingContact.ts'

/** Ways to name a contact. */
export const identityInput = {
  contactId: Type.Optional(idOf('con', { description: 'The contact.' })),
  email: Type.Optional(email({ description: 'Mail address of the contact, in place of the id.' })),
  externalId: Type.Optional(line(128, { description: 'Id of the contact in a system of yours, in place of the id.' })),
  clientReference: Type.Optional(clientReference()),
}

/** Finds the contact that exactly one name leads to. Throws invalid and not_found. */
export async function namedContact(ctx: Ctx, input: Record<string, unknown>): Promise<Contact> {
  const by = exactlyOne(input, Object.keys(identityInput))
  const found = await findBy(ctx, by)
  if (found === undefined) throw problem(reasons.notFound)
  return found
}

function findBy(ctx: Ctx, { name, value }: { name: string; value: string }): Promise<Contact | undefined> {
  if (name === 'contactId') return readContact(ctx, value)
  if (name === 'clientReference') return ctx.store.findBy(contact, name, value)
  return findContact(ctx, { [name]: value })
}

/** A contact as its owner reads it. */
export async function presentedContact(ctx: Ctx, record: Contact): Promise<Record<string, unknown> & { id: string }> {
  const [presented] = await present({ ctx, audience: 'owner' }, contact, [record])
  return { ...presented, id: record.id }
}
