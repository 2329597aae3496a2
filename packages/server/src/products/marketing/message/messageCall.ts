import type { Ctx } from '#kit/call/context.ts'
import { excerpt } from '#kit/values/foreignText.ts'
import type { Delivered } from '#platform/mail/mailPort.ts'
import { isLostBehind } from '#platform/net/lostBehind.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { isAnswered, isUnsent, OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import type { CompiledTexts } from '#platform/templates/templatesPort.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import { addressHash } from '#products/marketing/contact/suppression.ts'
import { webhookKeyOf } from '#products/marketing/integration/integrationSecrets.ts'
import type { Hold } from '#products/marketing/integration/sendingWay.ts'
import { readGifts, type GiftData } from '#products/marketing/template/giftData.ts'
import { mailData } from '#products/marketing/template/mailData.ts'
import { renderTexts } from '#products/marketing/template/templateCompile.ts'
import { valuesOfMail } from '#products/marketing/template/templateVariables.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { receiverOf, type Receiver } from './receiver.ts'
import { contentOf } from './messageContent.ts'
import { ownVariables } from './messageOwn.ts'
import { messageId, messageUrl } from './messageLinks.ts'
import { refusedBy, unmade, type Due, type Leaving, type Outgoing } from './outgoing.ts'
import { noteCall, pausedUntil } from './receiverPace.ts'
import { smsPartsMax, smsSizeOf } from './smsText.ts'

/** Time-out of a request. */
export const callTimeoutMs = 15_000
const bodyBytesMax = 262_144
const replyBytesMax = 1_024
/** Wait of messages of an integration that is disabled. */
const disabledMs = 5 * 60_000

/**
 * A message that leaves by a request: a webhook, or a text message by the provider of the account. The request of each
 * attempt carries the same key, by which a receiver drops a repeat.
 */
export async function outgoingCall(ctx: Ctx, message: Due, leaving: Leaving): Promise<Outgoing> {
  const { person, suppressed, sending } = leaving
  if (person === undefined) return { state: 'skipped', reason: 'erased' }
  const isSms = message.channel === 'sms'
  const refusal = isSms
    ? refusedBy(message, person, { address: person.phone, suppressed })
    : topicRefusal(message, person)
  if (refusal !== undefined) return { state: 'skipped', reason: refusal }
  const receiver = await receiverOf(ctx, { channel: message.channel, integrationUuid: message.integration_id })
  if (receiver === undefined) return { state: 'failed', reply: 'the integration is gone, or of another type' }
  const hold = holdOf(ctx, receiver)
  if (hold !== undefined) return hold
  const made = await bodyOf(ctx, message, { person, receiver, sending })
  if (typeof made !== 'string') return made
  const ref = messageId(ctx, message.id)
  const address = isSms ? person.phone : null
  return {
    ref,
    address,
    addressKey: address,
    addressHash: address === null ? null : addressHash(ctx, 'phone', address),
    leftBy: rowId('int', receiver.record.id),
    hold: async (at) => holdOf(at, receiver),
    deliver: (at) => deliver(at, receiver, { ref, body: made }),
  }
}

/** The reason for which no request goes to a receiver now. */
function holdOf(ctx: Ctx, { record }: Receiver): Hold | undefined {
  if (record.status === 'disabled') {
    return { until: new Date(ctx.now().getTime() + disabledMs), pauseReason: 'integrationUnavailable' }
  }
  const until = pausedUntil(ctx, record.id)
  return until === undefined ? undefined : { until, pauseReason: undefined }
}

function topicRefusal({ topic }: Due, { topics }: Contact): string | undefined {
  return topic !== null && !topics.includes(topic) ? 'topic' : undefined
}

type Composing = { person: Contact; receiver: Receiver; sending: Leaving['sending'] }

/** The body of a request, or the reason why there is none. */
async function bodyOf(ctx: Ctx, message: Due, { person, receiver, sending }: Composing): Promise<string | Outgoing> {
  const { config } = receiver.record
  const contentType = contentTypeOf(receiver)
  try {
    const isOwn = message.template_id !== null || message.content_id !== null
    const { template_id: templateId, template_version: templateVersion, content_id: contentId } = message
    const content = isOwn ? await contentOf(ctx, { templateId, templateVersion, contentId }) : undefined
    if (isOwn && content === undefined) return { state: 'failed', reply: 'the template is gone' }
    const source = content?.text ?? config?.bodyTemplate ?? null
    const gifts = await readGifts(ctx, { subject: null, preheader: null, html: null, text: source }, person.id)
    const data = dataOf(ctx, message, { person, sending, variables: content?.variables ?? [], gifts })
    if (message.channel !== 'sms') {
      if (source === null) return { state: 'failed', reply: 'neither the message nor the integration has a body' }
      return checked(await rendered(ctx, source, { place: placeOf(contentType), data }), contentType)
    }
    const text = (await rendered(ctx, content?.text ?? '', { place: 'text', data })).trim()
    if (text === '') return { state: 'failed', reply: 'the text is empty' }
    const { parts } = smsSizeOf(text)
    if (parts > smsPartsMax)
      return { state: 'failed', reply: `the text has ${parts} parts, and ${smsPartsMax} at most` }
    const place = placeOf(contentType)
    const body = await rendered(ctx, config?.bodyTemplate ?? '', { place, data: { ...data, to: person.phone, text } })
    return checked(body, contentType)
  } catch (error) {
    return unmade(error)
  }
}

type Data = {
  person: Contact
  sending: Leaving['sending']
  variables: Parameters<typeof valuesOfMail>[0]
  gifts: GiftData
}

function dataOf(ctx: Ctx, message: Due, { person, sending, variables, gifts }: Data): Record<string, unknown> {
  const uuid = message.id
  const links = {
    unsubscribeUrl: messageUrl(ctx, 'unsubscribe', { uuid }),
    preferencesUrl: preferencesUrl(ctx, person),
    viewUrl: messageUrl(ctx, 'view', { uuid }),
  }
  const values = valuesOfMail(variables, sending?.variables ?? ownVariables(message.data))
  return {
    ...mailData(ctx, person, { links, variables: values, gifts }),
    message: { id: messageId(ctx, uuid), channel: message.channel },
    campaign: sending === undefined ? null : { id: sending.id },
  }
}

type Place = NonNullable<CompiledTexts['textPlace']>

async function rendered(ctx: Ctx, text: string, { place, data }: { place: Place; data: object }): Promise<string> {
  const texts = { subject: null, preheader: null, html: null, text, textPlace: place }
  return (await renderTexts(ctx, texts, data)).text
}

function contentTypeOf({ record }: Receiver): string {
  return record.config?.contentType ?? 'application/json'
}

/** The escape of outputs that a media type needs. */
function placeOf(contentType: string): Place {
  if (isJson(contentType)) return 'json'
  if (/x-www-form-urlencoded/i.test(contentType)) return 'form'
  return /[/+](xml|html)\b/i.test(contentType) ? 'html' : 'text'
}

function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType)
}

/** The body, or a failure that names the mistake in it. */
function checked(body: string, contentType: string): string | Outgoing {
  if (Buffer.byteLength(body) > bodyBytesMax) {
    return { state: 'failed', reply: `the body has more than ${bodyBytesMax / 1_024} KB` }
  }
  if (!isJson(contentType)) return body
  try {
    JSON.parse(body)
    return body
  } catch (error) {
    return { state: 'failed', reply: `the body is no valid JSON: ${error instanceof Error ? error.message : 'syntax'}` }
  }
}

async function deliver(ctx: Ctx, receiver: Receiver, call: { ref: string; body: string }): Promise<Delivered> {
  const attempted = await attempt(ctx, receiver, call)
  await noteCall(ctx, receiver.record, attempted)
  return attempted
}

async function attempt(ctx: Ctx, receiver: Receiver, { ref, body }: { ref: string; body: string }) {
  const { record, secrets, keys } = receiver
  const { url = '', headerName = 'Authorization' } = record.config ?? {}
  // The timestamp is by the machine's clock, also in tests: receivers compare it with their own clock.
  const signed = signWebhook({ id: ref, sentAt: new Date(), payload: body }, keys.map(webhookKeyOf))
  const headers = {
    'content-type': contentTypeOf(receiver),
    'user-agent': 'Fairground-Webhooks/1',
    'idempotency-key': ref,
    ...signed,
    ...(secrets.apiKey === undefined ? {} : { [headerName.toLowerCase()]: secrets.apiKey }),
  }
  const request = {
    accountId: ctx.account.id,
    method: 'POST',
    headers,
    body,
    timeoutMs: callTimeoutMs,
    bytesMax: replyBytesMax,
  } as const
  // A receiver of webhooks drops a repeat by its key; few providers of text messages do.
  const isSms = record.type === 'smsHttp'
  try {
    return attemptedOf(await ctx.port(outboundPort).request(url, { ...request, tooLarge: 'cut' }), isSms)
  } catch (error) {
    if (error instanceof OutboundRefused) {
      const state = isSms && isAnswered(error) ? 'uncertain' : 'failed'
      return { state, reply: `the address ${error.message}` } as const
    }
    if (!(error instanceof OutboundFailed)) throw error
    const mayRepeat = !isSms || isUnsent(error)
    return { state: mayRepeat ? 'deferred' : 'uncertain', reply: `the address ${error.message}` } as const
  }
}

type Reply = { status: number; retryAfterMs: number | undefined; text: string }

/**
 * A retry may overcome a server that is busy or broken, and one that refuses our credentials once they are changed;
 * other refusals concern the request itself. A receiver of webhooks says by 403 that it does not want this one.
 */
function attemptedOf({ status, retryAfterMs, text }: Reply, isSms: boolean): Delivered {
  const reply = `${status} ${excerpt(text)}`.trim()
  if (status >= 200 && status < 300) return { state: 'sent', reply }
  if (status >= 300 && status < 400) return { state: 'failed', reply: `${status}: redirects are not followed` }
  if (status === 401 || (isSms && status === 403)) return { state: 'deferred', reply, isRefusingUs: true }
  if (isSms && isLostBehind(status)) return { state: 'uncertain', reply }
  const isTemporary = status >= 500 || [408, 409, 425, 429].includes(status)
  return isTemporary
    ? { state: 'deferred', reply, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    : { state: 'failed', reply }
}
