import { attemptBounds, attemptSlots } from '#platform/mail/attemptBounds.ts'
import type { Delivered } from '#platform/mail/mailPort.ts'
import { outgoing } from '#platform/mail/smtp.ts'
import type { TransportCheck, Verification } from '#platform/mail/transportPort.ts'
import type { Guard } from '#platform/net/guard.ts'
import { readJson } from '#platform/net/foreignJson.ts'
import { fetchOutbound } from '#platform/net/outbound.ts'
import { isAnswered, isUnsent, OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import { isLostBehind } from '#platform/net/lostBehind.ts'
import { retryAfterOf } from '#platform/net/retryAfter.ts'
import { mailgunProvider } from './mailgunProvider.ts'
import type { ApiAccess, ApiCall, ApiMail, ApiReply, MailProvider, MailProviderName } from './mailProvider.ts'
import { postmarkProvider } from './postmarkProvider.ts'
import { sendGridProvider } from './sendGridProvider.ts'
import { sesProvider } from './sesProvider.ts'

const providers: Readonly<Record<MailProviderName, MailProvider>> = {
  ses: sesProvider,
  mailgun: mailgunProvider,
  postmark: postmarkProvider,
  sendgrid: sendGridProvider,
}

/** Time-out of a request to a provider. */
export const apiTimeoutMs = 20_000
const bounds = { timeoutMs: apiTimeoutMs, bodyBytesMax: 65_536, messageMax: 300 }
/** Time without mails after a refusal for their number, where the provider names none. */
const pauseMs = 10_000

/** Opens a provider: requests of one account, as many at once as its access allows. */
export function openApiSender(guard: Guard, access: ApiAccess, now: () => Date) {
  const provider = providers[access.kind]
  const inSlot = attemptSlots(access.connectionsMax, attemptBounds)
  return {
    deliver: (mail: ApiMail['mail']): Promise<Delivered> =>
      inSlot(async () => {
        try {
          const mime = provider.takesMime ? await mimeOf(mail) : Buffer.alloc(0)
          return fateOf(provider, await send(guard, provider.send(access, { mail, mime }, now())))
        } catch (error) {
          return failureOf(error)
        }
      }),
    close: () => undefined,
  }
}

/** Sends a harmless request that needs the credentials. */
export async function verifyApi(guard: Guard, access: ApiAccess, now: Date): Promise<Verification> {
  const provider = providers[access.kind]
  const connected: TransportCheck = { name: 'connect', ok: true, message: null }
  try {
    const reply = await send(guard, provider.probe(access, now))
    const isTemporary = reply.status === 429 || reply.status >= 500
    const message =
      reply.status < 300
        ? (provider.problemOf(reply.json) ?? null)
        : wordsOf(reply, provider.refusalOf(reply).message || 'no reason given')
    const signIn: TransportCheck = { name: 'signIn', ok: message === null, message }
    return { ok: message === null, isTemporary, checks: [connected, signIn] }
  } catch (error) {
    const { reply, isRefusingUs = false } = failureOf(error)
    return { ok: false, isTemporary: !isRefusingUs, checks: [{ ...connected, ok: false, message: reply }] }
  }
}

type Sent = ApiReply & { retryAfterMs: number | undefined }

async function send(guard: Guard, { url, ...call }: ApiCall): Promise<Sent> {
  // Private addresses may have plain http, as for other requests with secrets.
  const rules = { ...guard.rules, httpsOnly: guard.rules.allowPrivate !== true }
  const response = await fetchOutbound({ ...guard, rules }, url, { ...call, ...bounds, tooLarge: 'cut' })
  const { status, headers } = response
  const messageId = headers['x-message-id']
  const reset = headers['x-ratelimit-reset']
  return {
    status,
    json: readJson(Buffer.from(response.body).toString('utf8')),
    messageId: typeof messageId === 'string' ? messageId.slice(0, 200) : undefined,
    retryAfterMs: retryAfterOf(headers['retry-after']) ?? untilReset(typeof reset === 'string' ? reset : undefined),
  }
}

/** Time until a limit ends: a moment in seconds since 1970, as SendGrid sends it. */
function untilReset(reset: string | undefined): number | undefined {
  const atMs = Number(reset ?? Number.NaN) * 1_000
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now())
}

/** The fate of a mail by the response: refusals of our account concern every mail, those of a receiver this one. */
function fateOf(provider: MailProvider, reply: Sent): Delivered {
  const { status, retryAfterMs } = reply
  if (status >= 200 && status < 300) {
    const ref = provider.refOf(reply)?.replace(/^<|>$/g, '').slice(0, 200)
    return { state: 'sent', reply: `accepted (${status})`, ...(ref === undefined ? {} : { ref }) }
  }
  const { message, means } = provider.refusalOf(reply)
  const words = wordsOf(reply, message || 'no reason given')
  if (means === 'receiver') return { state: 'bounced', reply: `5.1.1 ${words}` }
  if (means === 'us' || status === 401 || status === 403) return { state: 'deferred', reply: words, isRefusingUs: true }
  if (status === 429 || means === 'later') {
    return { state: 'deferred', reply: words, retryAfterMs: retryAfterMs ?? pauseMs }
  }
  // The gateway lost the provider behind it, which may have the mail.
  if (isLostBehind(status)) return { state: 'uncertain', reply: words }
  if (status === 408 || status >= 500) {
    return { state: 'deferred', reply: words, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  return { state: 'failed', reply: words }
}

function wordsOf({ status }: ApiReply, message: string): string {
  const clean = message.replace(/\p{Cc}+/gu, ' ')
  return `the provider says: ${status} ${clean}`.slice(0, bounds.messageMax)
}

type Failure = { state: 'deferred' | 'uncertain'; reply: string; isRefusingUs?: boolean }

function failureOf(error: unknown): Failure {
  if (error instanceof OutboundRefused) {
    const reply = `the provider ${error.message}`
    return isAnswered(error) ? { state: 'uncertain', reply } : { state: 'deferred', reply, isRefusingUs: true }
  }
  if (!(error instanceof OutboundFailed)) return { state: 'deferred', reply: 'the mail could not be sent' }
  return { state: isUnsent(error) ? 'deferred' : 'uncertain', reply: `the provider ${error.message}` }
}

async function mimeOf(mail: ApiMail['mail']): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer(outgoing(mail, mail.from)).compile().build()
}
