import type { Actor, Ctx } from '#kit/call/context.ts'
import { readMemberships } from './membership.ts'
import { personIdOf, type Person } from './person.ts'

/** The actor of a person that a call without a credential has just verified. */
export function personActor(person: Pick<Person, 'id'>): Actor {
  return { kind: 'person', id: personIdOf(person), credential: 'session', scopes: [] }
}

/** `isAnonymous`: the call has not verified the person, so its own actor stands in the row. */
type Entry = { action: string; changes?: Record<string, unknown>; isAnonymous?: boolean }

/** Writes an audit row about a person into each of their accounts. The actor is the person. */
export async function auditPerson(ctx: Ctx, person: Pick<Person, 'id'>, about: Entry): Promise<void> {
  const { action, changes, isAnonymous = false } = about
  const target = personIdOf(person)
  for (const { accountId } of await readMemberships(ctx.db, person.id)) {
    const account = await ctx.accounts.find(accountId)
    if (account === undefined) continue
    const entry = { action: `account.${action}`, target, ...(changes === undefined ? {} : { changes }) }
    await ctx.as(account, isAnonymous ? ctx.actor : personActor(person)).audit(entry)
  }
}
