import { createHash } from 'node:crypto'
import type { Mail } from './mailPort.ts'
import { readAddress } from './mailbox.ts'
import { MailRefused } from './mailRefused.ts'

/** Bounds of a mail, in characters. */
const lengthMax = { name: 100, subject: 200, text: 100_000, html: 200_000, idempotencyKey: 200 }
/** Line ends and all other control characters: in a header they would begin another header. */
const control = /\p{Cc}/u

/** A checked mail: its addresses in the form of SMTP, every part within its bounds. */
export type CheckedMail = Mail & { readonly isChecked: true }

/** Checks a mail. Throws MailRefused with the name of the invalid part. */
export function checkMail(mail: Mail): CheckedMail {
  const to = readAddress(mail.to)
  if (to === undefined) throw new MailRefused('the receiver’s address is not valid')
  const replyTo = mail.replyTo === undefined ? undefined : readAddress(mail.replyTo)
  if (mail.replyTo !== undefined && replyTo === undefined) throw new MailRefused('the address for answers is not valid')
  checkLine('the receiver’s name', mail.toName ?? '', lengthMax.name)
  checkLine('the subject', mail.subject, lengthMax.subject)
  checkLine('the idempotency key', mail.idempotencyKey, lengthMax.idempotencyKey)
  checkLength('the text', mail.text, lengthMax.text)
  checkLength('the HTML', mail.html ?? '', lengthMax.html)
  if (mail.subject === '' || mail.text === '') throw new MailRefused('a mail needs a subject and a text')
  return { ...mail, to, ...(replyTo === undefined ? {} : { replyTo }), isChecked: true }
}

/** Digest of a mail: the same for each attempt, unique over all mails of all accounts. */
export function mailDigest(accountId: number, mail: Mail): Buffer {
  return createHash('sha256').update(`${accountId} ${mail.idempotencyKey}`).digest()
}

function checkLine(what: string, text: string, max: number): void {
  if (control.test(text)) throw new MailRefused(`${what} has line ends or other control characters`)
  checkLength(what, text, max)
}

function checkLength(what: string, text: string, max: number): void {
  if (text.length > max) throw new MailRefused(`${what} has more than ${max} characters`)
}
