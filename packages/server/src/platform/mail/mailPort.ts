import { port } from '#kit/call/port.ts'

export type Mail = {
  /** Such as `ada@example.com`. */
  to: string
  toName?: string
  subject: string
  text: string
  /** The same in HTML, for readers who see it. */
  html?: string
  replyTo?: string
  /** Your name for it, unique within the account. A repeat has the same Message-ID, so that receivers can drop it. */
  idempotencyKey: string
}

export type Mailer = {
  /** Throws MailRefused for what can never be delivered, MailFailed for what may be when it is tried again. */
  send(account: { id: number; mode: 'live' | 'test' }, mail: Mail): Promise<void>
}

/** Mail to people. */
export const mailPort = port<Mailer>('mail', { send: 'leaves' })
