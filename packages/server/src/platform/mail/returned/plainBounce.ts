import { bounceKindOf, excerptOf, statusIn } from './bounceReason.ts'
import type { ReportedRecipient } from './deliveryReport.ts'
import { decodedHeader, headerOf, partsOf, readFields, textOf, type MimePart } from './mimePart.ts'
import { anyOf } from './phrases.ts'

const daemons = /^(mailer-daemon|postmaster|mailerdaemon|mail-daemon|mdaemon|noreply-mail-daemon|mail delivery)/i
const daemonName = /mail delivery (sub)?system|mail delivery software|mailer-daemon|microsoft outlook|postmaster/i

/** Phrases by which mail servers begin a bounce without a report. */
const failures = anyOf(
  /could not be delivered/,
  /couldn't be delivered/,
  /wasn't delivered/,
  /undeliver/,
  /delivery (has )?failed/,
  /delivery to the following/,
  /failed permanently/,
  /unable to deliver/,
  /unable to be delivered/,
  /permanent (fatal )?error/,
  /returned mail/,
  /delivery (status notification|failure)/,
  /did not reach/,
  /failure notice/,
  /will not be delivered/,
  /not delivering/,
  /delivery error/,
  /delivery incomplete/,
  /has not yet been delivered/,
  /message delayed/,
)

const delays = anyOf(
  /has not (yet )?been delivered/,
  /delivery (is|has been) delayed/,
  /message delayed/,
  /delivery incomplete/,
  /no action is required/,
  /will (keep|continue) (trying|retrying)/,
  /warning message only/,
)

/** Lines after which a bounce repeats the mail that it is about. */
const copyWords = [
  'below this line is a copy|this is a copy|original message|unsent message|the header of|returned message',
  'undelivered message|forwarded message|message header follows',
]
const copies = new RegExp(
  `^(?:-{2,}[ \\t]*(?:${copyWords.join('|')})|begin forwarded|[ \\t]*-{3,} ?(?:original|message) )`,
  'im',
)

/** Whether a mail server is the author of a mail. */
export function isFromDaemon(mail: MimePart): boolean {
  const from = decodedHeader(headerOf(mail, 'from'))
  const address = /<([^<>]*)>/.exec(from)?.[1] ?? from
  const returnPath = headerOf(mail, 'return-path').trim()
  return daemons.test(address.trim()) || daemonName.test(from) || returnPath === '<>'
}

/**
 * Reads a bounce that is text for people, as qmail, exim and older servers write it; undefined for a mail that is none.
 */
export function readPlainBounce(mail: MimePart): ReportedRecipient | undefined {
  const failed = headerOf(mail, 'x-failed-recipients')
  const { notice } = splitCopy(mail)
  const subject = decodedHeader(headerOf(mail, 'subject'))
  const isBounce = failed !== '' || (isFromDaemon(mail) && failures.test(`${subject}\n${notice}`))
  if (!isBounce) return undefined
  const address = failed === '' ? addressIn(notice) : (failed.split(',')[0]?.trim() ?? null)
  const status = statusIn(withoutDates(notice))
  if (delays.test(`${subject}\n${notice}`) && !status?.startsWith('5.')) {
    return { address, outcome: 'delayed', status: status ?? '4.0.0', diagnostic: excerptOf(notice) }
  }
  const outcome = bounceKindOf(status ?? '5.0.0', notice)
  return { address, outcome, status: status ?? '5.0.0', diagnostic: reasonIn(notice) }
}

/** Headers of the original mail that the text of a bounce repeats. */
export function copiedHeaders(mail: MimePart): ReadonlyMap<string, readonly string[]> {
  return readFields(splitCopy(mail).copy)
}

function splitCopy(mail: MimePart): { notice: string; copy: string } {
  const leaf = partsOf(mail).find(({ type, parts }) => type.startsWith('text/') && parts.length === 0)
  const text = leaf === undefined ? '' : textOf(leaf).slice(0, 65_536)
  const at = text.search(copies)
  if (at === -1) return { notice: text.slice(0, 8_192), copy: '' }
  const copy = text.slice(text.indexOf('\n', at) + 1)
  // The blank lines between the marker and the headers are no end of them.
  return { notice: text.slice(0, at).slice(0, 8_192), copy: copy.replace(/^[\s>-]+/, '').split('\n\n', 1)[0] ?? '' }
}

function addressIn(notice: string): string | null {
  return /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,10}/.exec(notice)?.[0] ?? null
}

/** Dates and host addresses have digits that resemble codes. */
function withoutDates(notice: string): string {
  return notice.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, ' ').replace(/\b\d{1,2}:\d{2}(?::\d{2})?\b/g, ' ')
}

function reasonIn(notice: string): string {
  const line = notice.split('\n').find((each) => statusIn(withoutDates(each)) !== undefined)
  return excerptOf(line ?? notice)
}
