import { oneLine } from '#kit/values/foreignText.ts'
import { returnArgument } from '#platform/mail/reports/providerReport.ts'
import { textAt } from '#platform/net/foreignJson.ts'
import { headerLines, mailboxText, type ApiAccess, type MailProvider, type Refusal } from './mailProvider.ts'

/** Longest value of metadata. */
const metadataMax = 80

/** Error codes by their meaning (postmarkapp.com/developer/api/overview#error-codes). */
const meanings: Readonly<Record<string, Refusal['means']>> = {
  '10': 'us',
  '100': 'later',
  '400': 'us',
  '401': 'us',
  '405': 'us',
  '406': 'receiver',
  '412': 'us',
  '413': 'us',
}

/** Postmark: a mail as JSON; it keeps our Message-ID. */
export const postmarkProvider: MailProvider = {
  takesMime: false,
  send(access, { mail }) {
    const { from, to, toName = '', replyTo, subject, text, html, messageId, returnTag = '' } = mail
    const metadata = { messageId: messageId.replace(/^<|>$/g, ''), [returnArgument]: returnTag }
    const body = {
      From: mailboxText(from),
      To: mailboxText({ name: toName, address: to }),
      Subject: oneLine(subject),
      TextBody: text,
      ...(html === undefined ? {} : { HtmlBody: html }),
      ...(replyTo === undefined ? {} : { ReplyTo: replyTo }),
      Headers: [...headerLines(mail), ['Message-ID', messageId], ['X-PM-KeepID', 'true']].map(([Name, Value]) => ({
        Name,
        Value,
      })),
      Metadata: Object.fromEntries(
        Object.entries(metadata).filter(([, value]) => value !== '' && value.length <= metadataMax),
      ),
      TrackOpens: false,
      TrackLinks: 'None',
      MessageStream: access.stream === '' ? 'broadcast' : access.stream,
    }
    return { method: 'POST', url: `${baseOf(access)}/email`, headers: headersOf(access), body: JSON.stringify(body) }
  },
  probe: (access) => ({ method: 'GET', url: `${baseOf(access)}/server`, headers: headersOf(access) }),
  problemOf: () => undefined,
  refOf: ({ json }) => textAt(json, 'MessageID') ?? undefined,
  refusalOf({ json }) {
    return { message: textAt(json, 'Message') ?? '', means: meanings[textAt(json, 'ErrorCode') ?? ''] }
  },
}

function headersOf({ key }: ApiAccess): Record<string, string> {
  return { 'x-postmark-server-token': key, accept: 'application/json', 'content-type': 'application/json' }
}

function baseOf({ url }: ApiAccess): string {
  return url === '' ? 'https://api.postmarkapp.com' : url.replace(/\/+$/, '')
}
