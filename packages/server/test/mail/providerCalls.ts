import type { ReportProvider } from '#platform/mail/reports/providerReport.ts'

/** A call of a provider about one mail, as its documentation shows it, by kind. */
export type ProviderCall = {
  provider: ReportProvider
  kind: 'hard' | 'soft' | 'complaint' | 'delivered'
  body: unknown
}

/** The mail of a call: its return address and Message-ID. `event`: id of the event at the provider. */
export type CalledMail = { returnPath: string; messageId: string; event: string }

const address = 'ada@shop.test'
const at = '2026-11-24T10:00:00.000Z'
const seconds = Date.parse(at) / 1000

/** The text inside a notification of SNS. */
export function sesMessage(kind: 'Bounce' | 'Complaint' | 'Delivery', mail: CalledMail, more: object = {}): string {
  return JSON.stringify({
    notificationType: kind,
    [kind.toLowerCase()]: { feedbackId: mail.event, timestamp: at, ...more },
    mail: {
      timestamp: at,
      source: mail.returnPath,
      messageId: '0100018c-ses',
      destination: [address],
      commonHeaders: { messageId: `<${mail.messageId}>` },
    },
  })
}

const permanent = {
  bounceType: 'Permanent',
  bounceSubType: 'General',
  bouncedRecipients: [{ emailAddress: address, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
}

/** Calls of six providers about a mail. */
export function providerCalls(mail: CalledMail): ProviderCall[] {
  const { returnPath, messageId, event } = mail
  const ses = (kind: 'Bounce' | 'Complaint' | 'Delivery', more: object) => ({
    Type: 'Notification',
    MessageId: `sns-${event}`,
    Message: sesMessage(kind, mail, more),
  })
  const sendgrid = (more: object) => [
    {
      email: address,
      timestamp: seconds,
      'smtp-id': `<${messageId}>`,
      sg_event_id: event,
      fairground: returnPath,
      ...more,
    },
  ]
  const mailgun = (more: object) => ({
    'event-data': {
      id: event,
      timestamp: seconds,
      recipient: address,
      message: { headers: { 'message-id': messageId } },
      'user-variables': { fairground: returnPath },
      ...more,
    },
  })
  const postmark = (more: object) => ({ ID: event, Email: address, Metadata: { fairground: returnPath }, ...more })
  const brevo = (type: string, more: object = {}) => ({
    event: type,
    email: address,
    id: 7,
    'message-id': `<${messageId}>`,
    ts_event: seconds,
    ...more,
  })
  const azure = (status: string, statusMessage: string) => [
    {
      id: event,
      eventType: 'Microsoft.Communication.EmailDeliveryReportReceived',
      data: {
        sender: returnPath,
        recipient: address,
        messageId: 'op-1',
        internetMessageId: `<${messageId}>`,
        status,
        deliveryStatusDetails: { statusMessage },
        deliveryAttemptTimeStamp: at,
      },
    },
  ]
  return [
    { provider: 'ses', kind: 'hard', body: ses('Bounce', permanent) },
    { provider: 'ses', kind: 'soft', body: ses('Bounce', { ...permanent, bounceType: 'Transient' }) },
    { provider: 'ses', kind: 'complaint', body: ses('Complaint', { complaintFeedbackType: 'abuse' }) },
    { provider: 'ses', kind: 'delivered', body: ses('Delivery', {}) },
    {
      provider: 'sendgrid',
      kind: 'hard',
      body: sendgrid({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 User unknown' }),
    },
    {
      provider: 'sendgrid',
      kind: 'soft',
      body: sendgrid({ event: 'bounce', type: 'blocked', status: '5.7.1', reason: '550 blocked' }),
    },
    { provider: 'sendgrid', kind: 'complaint', body: sendgrid({ event: 'spamreport' }) },
    { provider: 'postmark', kind: 'hard', body: postmark({ RecordType: 'Bounce', Type: 'HardBounce', BouncedAt: at }) },
    { provider: 'postmark', kind: 'soft', body: postmark({ RecordType: 'Bounce', Type: 'SoftBounce', BouncedAt: at }) },
    { provider: 'postmark', kind: 'complaint', body: postmark({ RecordType: 'SpamComplaint', BouncedAt: at }) },
    {
      provider: 'mailgun',
      kind: 'hard',
      body: mailgun({
        event: 'failed',
        severity: 'permanent',
        'delivery-status': { code: 550, message: '5.1.1 The email account that you tried to reach does not exist' },
      }),
    },
    {
      provider: 'mailgun',
      kind: 'soft',
      body: mailgun({
        event: 'failed',
        severity: 'permanent',
        'delivery-status': { code: 552, 'enhanced-code': '5.2.2', message: 'Mailbox full' },
      }),
    },
    { provider: 'mailgun', kind: 'complaint', body: mailgun({ event: 'complained' }) },
    { provider: 'brevo', kind: 'hard', body: brevo('hard_bounce', { reason: '550 5.1.1 no such user' }) },
    { provider: 'brevo', kind: 'soft', body: brevo('soft_bounce') },
    { provider: 'brevo', kind: 'complaint', body: brevo('spam') },
    { provider: 'azure', kind: 'hard', body: azure('Bounced', '550 5.1.1 unknown') },
    { provider: 'azure', kind: 'soft', body: azure('FilteredSpam', '550 5.7.1 spam') },
    { provider: 'azure', kind: 'delivered', body: azure('Delivered', '') },
  ]
}
