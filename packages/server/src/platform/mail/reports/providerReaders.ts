import { bounceKindOf, statusIn } from '#platform/mail/returned/bounceReason.ts'
import { at, listAt, momentAt, readJson, textAt, type Json } from '#platform/net/foreignJson.ts'
import {
  reportOf,
  reportsMax,
  returnArgument,
  secondsAt,
  type ProviderReport,
  type ReportProvider,
  type ReportReader,
} from './providerReport.ts'

type Kind = ProviderReport['kind']

/** Amazon SES, inside the `Message` of an SNS notification: bounces, complaints and deliveries. */
const readSes: ReportReader = (body) => {
  const inner = textAt(body, 'Message')
  const event = inner === null ? body : readJson(inner)
  const type = textAt(event, 'eventType') ?? textAt(event, 'notificationType') ?? ''
  const part = at(event, type.toLowerCase())
  const recipient = listAt(part, 'bouncedRecipients')[0]
  const isPermanent = textAt(part, 'bounceType') === 'Permanent'
  const isNoSpam = textAt(part, 'complaintFeedbackType') === 'not-spam'
  const kinds: Record<string, Kind | undefined> = {
    Bounce: isPermanent ? 'hard' : 'soft',
    Complaint: isNoSpam ? undefined : 'complaint',
    Delivery: 'delivered',
  }
  const mail = at(event, 'mail')
  const tags = listAt(mail, 'tags', returnArgument)
  return reportOf({
    kind: kinds[type],
    eventId: textAt(part, 'feedbackId') ?? textAt(body, 'MessageId') ?? textAt(mail, 'messageId'),
    returnPaths: [textAt(mail, 'source'), ...tags.map((tag) => textAt(tag))],
    messageIds: [textAt(mail, 'commonHeaders', 'messageId'), textAt(mail, 'messageId')],
    status: textAt(recipient, 'status'),
    diagnostic: textAt(recipient, 'diagnosticCode') ?? textAt(part, 'bounceSubType'),
    at: momentAt(part, 'timestamp'),
  })
}

/** SendGrid: a list of events. A block is soft: the receiver refused this mail, not the address. */
const readSendGrid: ReportReader = (body) =>
  listAt(body).flatMap((event) => {
    const type = textAt(event, 'event') ?? ''
    const diagnostic = textAt(event, 'reason')
    const status = textAt(event, 'status') ?? statusIn(diagnostic ?? '') ?? null
    const isBlocked = textAt(event, 'type') === 'blocked'
    const kinds: Record<string, Kind | undefined> = {
      bounce: isBlocked ? 'soft' : bounceKindOf(status ?? '5.0.0', diagnostic ?? ''),
      dropped: /^bounced address|^invalid/i.test(diagnostic ?? '') ? 'hard' : undefined,
      spamreport: 'complaint',
      delivered: 'delivered',
    }
    return reportOf({
      kind: kinds[type],
      eventId: textAt(event, 'sg_event_id'),
      returnPaths: [textAt(event, returnArgument)],
      // The id of a mail is followed by the name of the server that took it.
      messageIds: [textAt(event, 'smtp-id'), textAt(event, 'sg_message_id')?.split('.')[0] ?? null],
      status,
      diagnostic,
      at: secondsAt(event, 'timestamp'),
    })
  })

const postmarkHard = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'DnsError'])
const postmarkSoft = new Set(['SoftBounce', 'Transient', 'SpamNotification', 'Blocked', 'SMTPApiError', 'DMARCPolicy'])

/** Postmark: one record a call. */
const readPostmark: ReportReader = (body) => {
  const record = textAt(body, 'RecordType') ?? ''
  const type = textAt(body, 'Type') ?? ''
  const ofBounce = postmarkHard.has(type) ? 'hard' : postmarkSoft.has(type) ? 'soft' : undefined
  const kinds: Record<string, Kind | undefined> = {
    Bounce: type === 'SpamComplaint' ? 'complaint' : ofBounce,
    SpamComplaint: 'complaint',
    Delivery: 'delivered',
  }
  const details = textAt(body, 'Details')
  const id = textAt(body, 'ID') ?? textAt(body, 'MessageID')
  return reportOf({
    kind: kinds[record],
    eventId: id === null ? null : `${record} ${id}`,
    returnPaths: [textAt(body, 'Metadata', returnArgument)],
    messageIds: [textAt(body, 'Metadata', 'messageId'), textAt(body, 'MessageID')],
    status: statusIn(details ?? '') ?? null,
    diagnostic: details ?? textAt(body, 'Description'),
    at: momentAt(body, 'BouncedAt') ?? momentAt(body, 'DeliveredAt'),
  })
}

/** Mailgun: one event a call. A failure that is not permanent is tried again by Mailgun, and counts for nothing. */
const readMailgun: ReportReader = (body) => {
  const event = at(body, 'event-data')
  const delivery = at(event, 'delivery-status')
  const code = textAt(delivery, 'enhanced-code') ?? statusIn(`${textAt(delivery, 'code') ?? ''} `) ?? null
  const diagnostic = textAt(delivery, 'message') ?? textAt(delivery, 'description') ?? textAt(event, 'reason')
  const isPermanent = textAt(event, 'severity') === 'permanent'
  const isSuppressed = /^suppress-bounce$/.test(textAt(event, 'reason') ?? '')
  const ofFailure = isSuppressed ? 'hard' : bounceKindOf(code ?? '5.0.0', diagnostic ?? '')
  const kinds: Record<string, Kind | undefined> = {
    failed: isPermanent ? ofFailure : undefined,
    complained: 'complaint',
    delivered: 'delivered',
  }
  return reportOf({
    kind: kinds[textAt(event, 'event') ?? ''],
    eventId: textAt(event, 'id'),
    returnPaths: [textAt(event, 'user-variables', returnArgument), textAt(event, 'envelope', 'sender')],
    messageIds: [textAt(event, 'message', 'headers', 'message-id')],
    status: code,
    diagnostic,
    at: secondsAt(event, 'timestamp'),
  })
}

const brevoKinds: Record<string, Kind> = {
  hard_bounce: 'hard',
  invalid_email: 'hard',
  soft_bounce: 'soft',
  blocked: 'soft',
  error: 'soft',
  spam: 'complaint',
  complaint: 'complaint',
  delivered: 'delivered',
}

/** Brevo: one event a call. */
const readBrevo: ReportReader = (body) => {
  const type = textAt(body, 'event') ?? ''
  const messageId = textAt(body, 'message-id')
  const second = textAt(body, 'ts_event') ?? textAt(body, 'ts')
  const diagnostic = textAt(body, 'reason')
  return reportOf({
    kind: Object.hasOwn(brevoKinds, type) ? brevoKinds[type] : undefined,
    // The id of a webhook is the same for all its events; the mail and the second distinguish them.
    eventId: messageId === null || second === null ? null : `${type} ${messageId.slice(0, 150)} ${second}`,
    returnPaths: [textAt(body, 'X-Mailin-custom'), ...listAt(body, 'tags').map((tag) => textAt(tag))],
    messageIds: [messageId],
    status: statusIn(diagnostic ?? '') ?? null,
    diagnostic,
    at: secondsAt(body, 'ts_event'),
  })
}

const azureKinds: Record<string, Kind> = {
  Bounced: 'hard',
  Suppressed: 'hard',
  Failed: 'soft',
  FilteredSpam: 'soft',
  Quarantined: 'soft',
  Delivered: 'delivered',
}

/** Azure Communication Services, through Event Grid: a list of events. */
const readAzure: ReportReader = (body) =>
  listAt(body).flatMap((event) => {
    if (textAt(event, 'eventType') !== 'Microsoft.Communication.EmailDeliveryReportReceived') return []
    const data = at(event, 'data')
    const type = textAt(data, 'status') ?? ''
    const diagnostic = textAt(data, 'deliveryStatusDetails', 'statusMessage')
    return reportOf({
      kind: Object.hasOwn(azureKinds, type) ? azureKinds[type] : undefined,
      eventId: textAt(event, 'id'),
      returnPaths: [textAt(data, 'sender')],
      messageIds: [textAt(data, 'internetMessageId'), textAt(data, 'messageId')],
      status: statusIn(diagnostic ?? '') ?? null,
      diagnostic,
      at: momentAt(data, 'deliveryAttemptTimeStamp'),
    })
  })

const readers: Record<ReportProvider, ReportReader> = {
  ses: readSes,
  sendgrid: readSendGrid,
  postmark: readPostmark,
  mailgun: readMailgun,
  brevo: readBrevo,
  azure: readAzure,
}

/** Reads the reports of a provider's call, whose proof is checked elsewhere. */
export function readReports(provider: ReportProvider, body: Json): ProviderReport[] {
  return readers[provider](body).slice(0, reportsMax)
}
