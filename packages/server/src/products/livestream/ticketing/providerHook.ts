import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { hook, type HookCall } from '#kit/nouns/hook.ts'
import { limits } from '#kit/call/limits.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { isSameSecret, isSignedWebhook } from '#platform/webhooks/verifySignature.ts'
import {
  ticketAccessGranted,
  ticketAccessRevoked,
  ticketingEventSynced,
  ticketingEventUpdated,
} from '#products/livestream/facts.ts'
import { openCredentials, openHookSecret } from './credentials.ts'
import type { TicketingEvent } from './eventFields.ts'
import { eventPrefix } from './ticketIds.ts'
import { attendeesMax, readPush } from './providers/generic.ts'
import { readJson, type Json } from '#platform/net/foreignJson.ts'
import { providerOf } from './providers/providers.ts'
import { applyAttendees } from './attendeePush.ts'
import { refreshTickets, requestSync } from './attendeeSync.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Most tickets that are read again for one call of a provider. */
const refsMax = 100
const refLengthMax = 200

/** Hooks that receive changes of tickets. */
export const hooks = [
  hook('livestream.ticketingEvent.receive', {
    route: 'POST /hooks/ticketing/{ticketingEventId}',
    description: 'Receives changes of tickets from their seller; for a generic event, from your server.',
    input: closed({
      ticketingEventId: idOf(eventPrefix),
      token: Type.Optional(line(200, { description: 'The secret of the event, in addresses for providers.' })),
    }),
    bodyBytesMax: limits.batchBodyBytesMax,
    emits: [ticketAccessGranted, ticketAccessRevoked, ticketingEventSynced, ticketingEventUpdated],
    async handle(ctx, { ticketingEventId, token }, call) {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      if (event === undefined) throw problem(reasons.notFound)
      if (!isProven(ctx, event, { token, call })) throw problem(reasons.signatureInvalid)
      const body = readJson(Buffer.from(call.body).toString('utf8'))
      if (providerOf(event.provider) === undefined) await applyPush(ctx, event, { body, call })
      else if (event.syncMode !== 'poll' && event.status !== 'closed') await scheduleRefresh(ctx, event, body)
    },
  }),
]

type Proof = { token: string | undefined; call: HookCall }

/**
 * Whether a call is authentic. A generic call changes tickets, so it must be signed. Providers sign in their own ways
 * or not at all: without a webhook secret, the token in the address counts. Their calls only name tickets to read.
 */
function isProven(ctx: Ctx, event: TicketingEvent, { token, call }: Proof): boolean {
  const provider = providerOf(event.provider)
  const secret = openHookSecret(ctx, event)
  if (provider === undefined) return isSignedWebhook(call, secret, ctx.now())
  const { webhookSecret } = openCredentials(ctx, event)
  if (provider.isSigned === undefined || webhookSecret === undefined) return isSameSecret(token ?? '', secret)
  return provider.isSigned(call, webhookSecret, ctx.now())
}

type HookBody = { body: Json; call: HookCall }

async function applyPush(ctx: Ctx, event: TicketingEvent, { body, call }: HookBody): Promise<void> {
  const push = readPush(body)
  if (push === undefined) {
    throw invalid(field('', 'shape', `must be JSON with lists attendees or revoked, ${attendeesMax} entries in all`))
  }
  const observedAt = momentOf(call, ctx.now()).toISOString()
  await ctx.atomic((inner) => applyAttendees(inner, event, { ...push, observedAt }))
}

/**
 * Moment of a call's signature, at the end of its second: a replayed call is older than a later one and does not undo
 * it.
 */
function momentOf(call: HookCall, now: Date): Date {
  const seconds = Number(call.headers['webhook-timestamp'])
  return new Date(Math.min(seconds * 1000 + 999, now.getTime()))
}

async function scheduleRefresh(ctx: Ctx, event: TicketingEvent, body: Json): Promise<void> {
  const { refs, isAll } = providerOf(event.provider)?.read(body, event.externalEventId) ?? { refs: [], isAll: false }
  const named = refs.filter(({ id }) => id !== '' && id.length <= refLengthMax).slice(0, refsMax)
  if (named.length > 0) ctx.later(refreshTickets, { ticketingEventId: event.id, refs: [...named] }, ctx.now())
  if (isAll) await ctx.atomic((inner) => requestSync(inner, event.id, inner.now()))
}
