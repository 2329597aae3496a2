import { port } from '#kit/call/port.ts'

export type Mail = {
  /** Address of the receiver, such as `ada@example.com`. */
  to: string
  toName?: string
  subject: string
  text: string
  /** HTML version of the text. */
  html?: string
  replyTo?: string
  /** Key of the mail, unique within the account. A repeat has the same Message-ID, so that receivers can drop it. */
  idempotencyKey: string
}

export type Mailer = {
  /** Sends a mail. Throws MailRefused for a permanent failure, MailFailed for one that a retry may overcome. */
  send(account: { id: number; mode: 'live' | 'test' }, mail: Mail): Promise<void>
}

/** Mail to people. */
export const mailPort = port<Mailer>('mail', { send: 'leaves' })
