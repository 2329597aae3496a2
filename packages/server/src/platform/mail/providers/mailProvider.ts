import { oneLine } from '#kit/values/foreignText.ts'
import type { Json } from '#platform/net/foreignJson.ts'
import type { Mailbox } from '#platform/mail/mailbox.ts'
import type { OutgoingMail } from '#platform/mail/mailPort.ts'

/** Providers that take mail over HTTP. */
export const mailProviders = ['ses', 'mailgun', 'postmark', 'sendgrid'] as const

/** A provider that takes mail over HTTP. */
export type MailProviderName = (typeof mailProviders)[number]

/** Access to a provider. Texts that its type does not have are empty. */
export type ApiAccess = {
  kind: MailProviderName
  /** Address of the API in place of the provider's own. */
  url: string
  key: string
  keyId: string
  region: string
  domain: string
  stream: string
  connectionsMax: number
}

/** A request to a provider. */
export type ApiCall = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** A response of a provider. `reset`: seconds until its limit ends. */
export type ApiReply = { status: number; json: Json; messageId: string | undefined }

/** The words of a refusal, and its meaning where the status does not say it. */
export type Refusal = { message: string; means: 'us' | 'receiver' | 'later' | undefined }

/** A mail with its sender, and its MIME form for providers that take it. */
export type ApiMail = { mail: OutgoingMail & { from: Mailbox }; mime: Buffer }

/** A provider: its requests, and the words of its responses. */
export type MailProvider = {
  /** Whether `send` reads `mime`. */
  takesMime: boolean
  send(access: ApiAccess, mail: ApiMail, now: Date): ApiCall
  /** A harmless request that needs the credentials. */
  probe(access: ApiAccess, now: Date): ApiCall
  /** The cause for which an account cannot send, from the response to the probe; undefined when it can. */
  problemOf(json: Json): string | undefined
  refOf(reply: ApiReply): string | undefined
  refusalOf(reply: ApiReply): Refusal
}

/** A mailbox as a header writes it (RFC 5322, 3.4). */
export function mailboxText({ name, address }: Mailbox): string {
  const clean = oneLine(name).replace(/["\\]/g, '')
  return clean === '' ? address : `"${clean}" <${address}>`
}

/** Headers of a mail, each on one line. */
export function headerLines({ headers }: OutgoingMail): [name: string, value: string][] {
  return Object.entries(headers).map(([name, value]) => [name, oneLine(value)])
}
