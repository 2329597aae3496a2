import { excerpt } from '#kit/values/foreignText.ts'
import { anyOf } from './phrases.ts'

/** Weight of a bounce. hard: the address does not work. soft: the address may work later or for other mails. */
export type BounceKind = 'hard' | 'soft'

/** Full mailboxes and limits of the receiver, whatever the code says. */
const isFull = anyOf(
  /mailbox (is )?full/,
  /over ?quota/,
  /quota (is )?exceeded/,
  /exceed(ed|s)? (the )?(storage|mailbox|size)/,
  /insufficient (system )?storage/,
  /out of (storage|space)/,
  /inbox is full/,
  /not enough space/,
)

/** Rules of the receiver about content, sender and rate: another mail to the address may pass. */
const isPolicy = anyOf(
  /spam/,
  /blocked/,
  /block ?list/,
  /blacklist/,
  /denylist/,
  /reputation/,
  /policy/,
  /greylist/,
  /graylist/,
  /(rate|frequency) limit/,
  /content (is )?(denied|rejected)/,
  /relay(ing)? (access )?(denied|disallowed|not permitted)/,
  /ask your postmaster/,
  /too many (messages|connections|recipients)/,
  /throttl/,
  /unsolicited/,
  /dmarc/,
  /\bspf\b/,
  /\bdkim\b/,
  /reverse dns/,
  /\bptr\b/,
  /temporarily/,
  /try again/,
  /message (too|size)/,
  /too large/,
  /virus/,
  /not authenticated/,
  /unauthenticated/,
)

/** Addresses and domains that do not exist or no longer work. */
const isUnknown = anyOf(
  /user unknown/,
  /unknown (user|recipient|address|mailbox|local)/,
  /no such (user|recipient|mailbox|address|person|domain)/,
  /(user|recipient|mailbox|address|account)[^.\n]{0,60}(does(n't| not) exist|not found|unknown|disabled)/,
  /(user|recipient|mailbox|address|account)[^.\n]{0,60}(inactive|closed|deactivated|invalid|no longer)/,
  /(does(n't| not)|not) have an? [^\n]{0,60}account/,
  /invalid (recipient|mailbox|address|user)/,
  /mailbox (unavailable|disabled|not found)/,
  /requested action not taken: mailbox unavailable/,
  /recipient (address )?rejected/,
  /(host|domain)( name)?[^.\n]{0,40}(not found|does not exist|has no (mail|mx))/,
  /unrouteable address/,
  /unroutable/,
  /nxdomain/,
  /recipientnotfound/,
  /address couldn't be found/,
  /account that you tried to reach/,
  /no mailbox here/,
  /not our customer/,
  /bad destination mailbox/,
  /previously bounced address/,
)

const hardStatus = /^5\.(1\.([0-6]|9|10)|2\.1|4\.(1|4|310)|0\.0|7\.13)$/

/**
 * Weight of a refusal by its text and its enhanced status code (RFC 3463), such as `5.1.1`. A full mailbox and a rule
 * of the receiver are soft even under a code of permanent failure: suppressing for them would lose people who read.
 */
export function bounceKindOf(status: string, diagnostic: string): BounceKind {
  if (status.startsWith('4.')) return 'soft'
  if (isFull.test(diagnostic)) return 'soft'
  if (isUnknown.test(diagnostic)) return 'hard'
  if (isPolicy.test(diagnostic)) return 'soft'
  // 552 and 554 without a cause concern the mail or its sender: a transaction that failed, a block list.
  const code = plainCode.exec(diagnostic)?.[1]
  if (status === '5.0.0' && (code === '552' || code === '554')) return 'soft'
  return hardStatus.test(status) ? 'hard' : 'soft'
}

const enhanced = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/
const plainCode = /(?<![\d.])([45][0-5]\d)(?=[\s:;-])/

/** The enhanced status code in a text; `5.0.0` or `4.0.0` for a reply of SMTP without one; undefined without either. */
export function statusIn(text: string): string | undefined {
  const found = enhanced.exec(text)
  if (found !== null) return `${found[1]}.${found[2]}.${found[3]}`
  const code = plainCode.exec(text)?.[1]
  return code === undefined ? undefined : `${code.slice(0, 1)}.0.0`
}

/** One line of a text from another server: without control characters, cut. */
export function excerptOf(text: string, lengthMax = 500): string {
  return excerpt(text, lengthMax)
}
