import { isAutoReply } from './autoReply.ts'
import { excerptOf } from './bounceReason.ts'
import { envelopeIdIn, readDeliveryReport, type ReportedRecipient } from './deliveryReport.ts'
import { isComplaint, readFeedbackReport } from './feedbackReport.ts'
import { decodedHeader, headerOf, partsOf, readMime, type MimePart } from './mimePart.ts'
import { copiedHeaders, isFromDaemon, readPlainBounce } from './plainBounce.ts'

/** Kinds of mails that come back. */
export const returnedKinds = [
  'hard',
  'soft',
  'delayed',
  'delivered',
  'complaint',
  'autoReply',
  'reply',
  'unknown',
] as const

/** Kind of a mail that came back. */
export type ReturnedKind = (typeof returnedKinds)[number]

/** A mail that came back, read. Its texts are foreign: they prove nothing. */
export type ReturnedMail = {
  kind: ReturnedKind
  /** Enhanced status code of a bounce. */
  status: string | null
  /** One line of the server's reason. */
  diagnostic: string
  /** Address that the report names. */
  recipient: string | null
  /** Message-IDs of the mails that it is about, without angle brackets. */
  messageIds: readonly string[]
  /** Addresses that may be the return path of the mail that it is about. */
  returnPaths: readonly string[]
}

const referencesMax = 30
const weights: ReportedRecipient['outcome'][] = ['hard', 'soft', 'delayed', 'delivered']

/** Reads a mail that came back: a bounce, a complaint, an automatic answer or an answer. */
export function readReturnedMail(raw: Uint8Array): ReturnedMail {
  const mail = readMime(raw)
  const parts = partsOf(mail)
  return { ...judged(mail, parts), ...referencesOf(mail, parts) }
}

type Judged = Pick<ReturnedMail, 'kind' | 'status' | 'diagnostic' | 'recipient'>

function judged(mail: MimePart, parts: readonly MimePart[]): Judged {
  const none = { status: null, diagnostic: excerptOf(decodedHeader(headerOf(mail, 'subject'))), recipient: null }
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback !== undefined) {
    const report = readFeedbackReport(feedback)
    const kind = isComplaint(report) ? 'complaint' : 'unknown'
    return { kind, status: null, diagnostic: excerptOf(report.feedbackType), recipient: report.recipients[0] ?? null }
  }
  const original = parts.find((part) => part !== mail && part.headers.has(junkHeader))
  if (original !== undefined) return { ...none, kind: 'complaint', recipient: junkRecipientOf(original) }
  const reported = parts.filter(({ type }) => deliveryStatus.has(type)).flatMap(readDeliveryReport)
  const worst = weights.flatMap((outcome) => reported.find((each) => each.outcome === outcome) ?? [])[0]
  const bounce = worst ?? readPlainBounce(mail)
  if (bounce !== undefined) {
    const { outcome: kind, status, diagnostic, address: recipient } = bounce
    return { kind, status, diagnostic, recipient }
  }
  const isReceipt = parts.some(({ type }) => type === 'message/disposition-notification')
  if (isReceipt || isAutoReply(mail)) return { ...none, kind: 'autoReply' }
  return { ...none, kind: isAnswer(mail) ? 'reply' : 'unknown' }
}

/** Header of a mail that Outlook.com returns because a person marked it as junk (JMR format, without a report). */
const junkHeader = 'x-hmxmroriginalrecipient'

function junkRecipientOf(original: MimePart): string | null {
  return addressesIn(headerOf(original, junkHeader))[0] ?? null
}

const deliveryStatus = new Set(['message/delivery-status', 'message/global-delivery-status'])

function isAnswer(mail: MimePart): boolean {
  return !isFromDaemon(mail) && ['in-reply-to', 'references'].some((name) => headerOf(mail, name) !== '')
}

type References = Pick<ReturnedMail, 'messageIds' | 'returnPaths'>

/** Headers under which servers repeat the envelope of the mail that they return. */
const pathHeaders = ['return-path', 'x-return-path', 'envelope-from', 'x-envelope-from', 'errors-to', 'sender']
const receiverHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'apparently-to']

function referencesOf(mail: MimePart, parts: readonly MimePart[]): References {
  const originals = parts.filter((part) => part !== mail && part.headers.has('message-id'))
  const copied = copiedHeaders(mail)
  const own = (name: string) => mail.headers.get(name) ?? []
  const texts = [
    ...originals.flatMap(({ headers }) => headers.get('message-id') ?? []),
    ...(copied.get('message-id') ?? []),
    ...[...own('in-reply-to'), ...own('references').map((chain) => chain.slice(-4_000))],
  ]
  const messageIds = texts.flatMap((text) =>
    [...text.matchAll(/<([\x21-\x3b\x3d\x3f-\x7e]{3,250})>/g)].map((found) => found[1] ?? ''),
  )
  const paths = [
    ...receiverHeaders.flatMap(own),
    ...originals.flatMap(({ headers }) => pathHeaders.flatMap((name) => headers.get(name) ?? [])),
    ...pathHeaders.flatMap((name) => copied.get(name) ?? []),
    ...parts.filter(({ type }) => deliveryStatus.has(type)).map(envelopeIdIn),
    ...parts.filter(({ type }) => type === 'message/feedback-report').map((part) => readFeedbackReport(part).mailFrom),
  ]
  return { messageIds: distinct(messageIds), returnPaths: distinct(paths.flatMap(addressesIn)) }
}

function addressesIn(text: string): string[] {
  return [...text.slice(0, 4_000).matchAll(/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}/g)].map(([address]) => address)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, referencesMax)
}
