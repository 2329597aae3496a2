import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { hook, type HookCall } from '#kit/nouns/hook.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, line, oneOf } from '#kit/values/fields.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { readJson, textAt, type Json } from '#platform/net/foreignJson.ts'
import { hmacHex, isSameSecret, isSignedWebhook } from '#platform/webhooks/verifySignature.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'
import { hookSecrets, webhookKeyOf } from '#products/marketing/integration/integrationSecrets.ts'
import { atPath, textOf } from './foreignValues.ts'
import { keepInbound, type InboundCall } from './inboundRows.ts'
import { segmentCalls, segmentMessageId, segmentMessages } from './segmentReading.ts'
import { isStop } from './smsReply.ts'

const segmentBytesMax = 512_000

/** Hooks by which others report events and text messages. */
export const hooks = [
  hook('marketing.inbound.receive', {
    route: 'POST /hooks/marketing/inbound/{integrationId}',
    description: 'Receives a webhook of an integration, or a text message from its provider.',
    input: closed({
      integrationId: idOf('int'),
      token: Type.Optional(line(200, { description: 'Secret of the integration, for a caller without headers.' })),
    }),
    emits: [],
    async handle(ctx, { integrationId, token }, call) {
      const record = await calledIntegration(ctx, integrationId, ['inboundWebhook', 'smsHttp'])
      const given = [token, call.headers['x-webhook-secret'], bearerOf(call)].flatMap((each) => each ?? [])
      const proof = checkCall(ctx, record, { call, given })
      const payload = payloadOf(call)
      const kind = record.type === 'smsHttp' ? 'sms' : 'event'
      const { isNamed, ...keys } = keysOf(record, payload, { call, proof })
      // STOP counts again after a START, also from a provider whose calls have no ids: their bodies are equal.
      const isNew = kind === 'sms' && !isNamed && isStop(payload)
      const repeatKey = isNew ? `${keys.repeatKey} ${uuidv7(ctx.now().getTime())}` : keys.repeatKey
      await ctx.atomic((inner) => keepInbound(inner, record.id, [{ kind, payload, ...keys, repeatKey }]))
    },
  }),
  hook('marketing.inbound.track', {
    route: 'POST /hooks/marketing/inbound/{integrationId}/v1/{call}',
    description: 'Receives calls of the HTTP tracking API of Segment; the write key is the user of Basic credentials.',
    input: closed({ integrationId: idOf('int'), call: oneOf(segmentCalls, { description: 'Call of the API.' }) }),
    bodyBytesMax: segmentBytesMax,
    emits: [],
    async handle(ctx, { integrationId, call: name }, call) {
      const record = await calledIntegration(ctx, integrationId, ['segmentTrack'])
      const json = payloadOf(call)
      const writeKey = textAt(json, 'writeKey')
      checkCall(ctx, record, { call, given: [...userOf(call), ...(writeKey === null ? [] : [writeKey])] })
      const calls = segmentMessages(name, json).map((message): InboundCall => {
        const id = segmentMessageId(message)
        return { kind: 'segment', payload: message, repeatKey: id === null ? JSON.stringify(message) : `id ${id}` }
      })
      await ctx.atomic((inner) => keepInbound(inner, record.id, calls))
    },
  }),
]

async function calledIntegration(ctx: Ctx, id: string, types: readonly string[]): Promise<Integration> {
  const record = await ctx.store.find(integration, id)
  if (record === undefined || !types.includes(record.type)) throw problem(reasons.notFound)
  // STOP counts for texts that left before the integration was disabled.
  if (record.status === 'disabled' && record.type !== 'smsHttp') throw problem(reasons.notFound)
  return record
}

/** Proof of a call: a signature of the body alone, one that covers all that the call says, or both. */
type Proof = 'body' | 'call' | 'both'

/** The proof of a call. Throws signature_invalid without one. */
function checkCall(
  ctx: Ctx,
  record: Integration,
  { call, given }: { call: HookCall; given: readonly string[] },
): Proof {
  const { 'x-hub-signature-256': hub, 'x-signature': plain } = call.headers
  const digest = (hub ?? plain ?? '').replace(/^sha256=/, '')
  const secrets = hookSecrets(ctx, record)
  const hasBody = digest !== '' && secrets.some((secret) => isSameSecret(digest, hmacHex(secret, call.body)))
  const hasCall = secrets.some((secret) => isSignedWebhook(call, webhookKeyOf(secret), ctx.now()))
  if (hasBody) return hasCall ? 'both' : 'body'
  const isProven = hasCall || secrets.some((secret) => given.some((each) => isSameSecret(each, secret)))
  if (!isProven) throw problem(reasons.signatureInvalid)
  return 'call'
}

function bearerOf({ headers }: HookCall): string | undefined {
  return /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1]
}

function userOf({ headers }: HookCall): string[] {
  const coded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers['authorization'] ?? '')?.[1]
  const user = coded === undefined ? undefined : Buffer.from(coded, 'base64').toString('utf8').split(':')[0]
  return user === undefined ? [] : [user]
}

/** The body of a call, JSON or a form. Throws invalid for another one. */
function payloadOf({ headers, body }: HookCall): Json {
  const text = Buffer.from(body).toString('utf8')
  const isForm = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const payload = isForm ? Object.fromEntries(new URLSearchParams(text)) : readJson(text)
  if (typeof payload === 'object' && payload !== null) return payload
  throw invalid(field('/', 'format', 'must be a JSON object or a form'))
}

type Proven = { call: HookCall; proof: Proof }

/**
 * Texts that a repeat shares: the id in the payload, the id of the webhook, or the body itself. A signature of
 * the body covers no header, so a recorded call could be repeated under another id of the webhook. A call with both
 * signatures has both texts: a repeat may leave out the headers of either one.
 */
function keysOf({ config }: Integration, payload: Json, { call: { headers, body }, proof }: Proven) {
  const own = textOf(atPath(payload, config?.idPath), 500) ?? textOf(atPath(payload, 'MessageSid'), 500)
  const named = own ?? (proof === 'body' ? undefined : headers['webhook-id'])
  const bodyKey = Buffer.from(body).toString('utf8')
  if (named === undefined) return { repeatKey: bodyKey, isNamed: false }
  const isEither = own === null && proof === 'both'
  return { repeatKey: `id ${named}`, isNamed: true, ...(isEither ? { otherKey: bodyKey } : {}) }
}
