import type { Ctx, EmittedFact } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import type { Fact } from '#kit/nouns/fact.ts'
import { batchReaction, type Reaction } from '#kit/nouns/reaction.ts'
import { parseId } from '#kit/values/ids.ts'
import { identifyContact } from '#products/marketing/contact/identify.ts'
import { recordEvents, type NewEvent } from './recordEvents.ts'

/** Reactions that put each fact about a person into the time line of their contact, by the name of the fact. */
export function personReactions(facts: readonly Fact[]): Reaction[] {
  return facts.flatMap((fact) =>
    fact.person === undefined
      ? []
      : [batchReaction(`marketing.event.of.${fact.name}`, fact, (ctx, emitted) => keepFacts(ctx, fact, emitted))],
  )
}

async function keepFacts(ctx: Ctx, fact: Fact, emitted: readonly EmittedFact[]): Promise<void> {
  const events: NewEvent[] = []
  for (const each of emitted) {
    const event = await eventOf(ctx, fact, each)
    if (event !== undefined) events.push(event)
  }
  await recordEvents(ctx, events)
}

async function eventOf(ctx: Ctx, fact: Fact, emitted: EmittedFact): Promise<NewEvent | undefined> {
  const person = fact.person?.(emitted.payload)
  if (person === undefined) return undefined
  const { properties, contactId, name, ...identity } = person
  const found = contactId ?? (await contactOf(ctx, identity, { name, source: fact.name }))
  if (found === undefined) return undefined
  const id = parseId('fct', emitted.id)?.uuid
  return {
    contactId: found,
    name: fact.name,
    at: emitted.toldAt,
    id,
    subject: emitted.subject,
    properties,
    isFact: true,
  }
}

type Typed = { externalId?: string | null; viewerId?: string | null; email?: string | null }

/** The contact of a person; undefined for an address that is none, as a seller of tickets may send it. */
async function contactOf(ctx: Ctx, typed: Typed, more: { name: string | null | undefined; source: string }) {
  const [firstName = null, ...rest] = (more.name ?? '')
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '')
  const lastName = rest.length === 0 ? null : rest.join(' ').slice(0, 100)
  try {
    const names = { firstName: firstName?.slice(0, 100) ?? null, lastName }
    return (await identifyContact(ctx, { ...typed, ...names, source: more.source })).contactId
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') return undefined
    throw error
  }
}
