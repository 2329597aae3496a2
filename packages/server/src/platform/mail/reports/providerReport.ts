import { excerptOf, statusIn } from '#platform/mail/returned/bounceReason.ts'
import { momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'

/** Providers whose reports are read. */
export const reportProviders = ['ses', 'sendgrid', 'postmark', 'mailgun', 'brevo', 'azure'] as const

/** A provider whose reports are read. */
export type ReportProvider = (typeof reportProviders)[number]

/** Report of a provider about one mail. Its texts are foreign: they name the mail, and prove nothing else. */
export type ProviderReport = {
  kind: 'hard' | 'soft' | 'complaint' | 'delivered'
  /** Id of the event at the provider: a repeat has the same one. */
  eventId: string
  /** Texts that may hold the return address of the mail. */
  returnPaths: readonly string[]
  /** Message-IDs without angle brackets. */
  messageIds: readonly string[]
  status: string | null
  diagnostic: string
  /** Moment of the event; null where the report has none. */
  at: string | null
}

/** Reads the reports of one call. */
export type ReportReader = (body: Json) => ProviderReport[]

/** Most reports of one call; later ones are left out. */
export const reportsMax = 1_000

/** Name of the custom argument by which mails through an API carry their return address. */
export const returnArgument = 'fairground'

/** Parts of a report as a provider words them. */
export type Worded = {
  kind: ProviderReport['kind'] | undefined
  eventId: string | null
  returnPaths?: readonly (string | null)[]
  messageIds?: readonly (string | null)[]
  status?: string | null
  diagnostic?: string | null
  at?: string | null
}

/** Addresses and Message-IDs; other texts lead to no mail. */
const printable = /^[\x20-\x7e]{1,320}$/

/** A report within its bounds; an empty list for an event that is no bounce, complaint or delivery, or has no id. */
export function reportOf({ kind, eventId, ...worded }: Worded): ProviderReport[] {
  if (kind === undefined || eventId === null || eventId.length > 200) return []
  const texts = (list: readonly (string | null)[] = []) =>
    list.flatMap((text) => (text === null || !printable.test(text) ? [] : [text]))
  const report = {
    kind,
    eventId: excerptOf(eventId),
    returnPaths: texts(worded.returnPaths),
    messageIds: texts(worded.messageIds).map((id) => id.replace(/^<|>$/g, '')),
    status: statusIn(worded.status ?? '') ?? null,
    diagnostic: excerptOf(worded.diagnostic ?? ''),
    at: worded.at ?? null,
  }
  return [report]
}

/** A moment given in seconds since 1970, or as text. */
export function secondsAt(value: Json, ...path: string[]): string | null {
  const seconds = Number(textAt(value, ...path) ?? Number.NaN)
  if (!Number.isFinite(seconds)) return momentAt(value, ...path)
  return seconds > 0 && seconds < 10_000_000_000 ? new Date(seconds * 1_000).toISOString() : null
}
