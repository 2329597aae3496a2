import { invalid, field } from '#kit/call/problem.ts'
import { readAddress } from '#platform/mail/mailbox.ts'

/** Kinds of mailboxes that are pointed out, and not refused. */
export const flagNames = ['role', 'disposable'] as const

/** One kind of mailbox. */
export type EmailFlag = (typeof flagNames)[number]

/** Local parts of mailboxes of a function (RFC 2142 and common ones). */
const roles = new Set(
  (
    'abuse admin administrator billing contact hello help hostmaster info jobs mail marketing noc noreply no-reply ' +
    'office postmaster press privacy root sales security service spam support team webmaster'
  ).split(' '),
)

/** Domains of providers of mailboxes for minutes; the best known ones. */
const disposable = new Set(
  (
    '10minutemail.com 33mail.com dispostable.com fakeinbox.com getnada.com grr.la guerrillamail.com ' +
    'guerrillamail.net mailcatch.com maildrop.cc mailinator.com mailnesia.com mintemail.com mohmal.com ' +
    'sharklasers.com spamgourmet.com temp-mail.org tempmail.com throwawaymail.com trashmail.com trbvm.com yopmail.com'
  ).split(' '),
)

/** An address in the form of SMTP, its domain in ASCII and lower case. Throws invalid for one that no mail reaches. */
export function normalEmail(email: string, path = 'email'): string {
  const address = readAddress(email.trim())
  if (address !== undefined) return address
  throw invalid(field(path, 'format', 'must be a mail address such as mira@example.com'))
}

/** Key of an address, equal for all spellings of its case. */
export function emailKeyOf(email: string): string {
  return (readAddress(email) ?? email).toLowerCase()
}

/** Kinds of mailbox that an address belongs to. */
export function emailFlags(email: string): EmailFlag[] {
  const key = emailKeyOf(email)
  const at = key.lastIndexOf('@')
  const local = key.slice(0, at).replace(/\+.*$/, '')
  return [
    ...(roles.has(local) ? ['role' as const] : []),
    ...(disposable.has(key.slice(at + 1)) ? ['disposable' as const] : []),
  ]
}
