import { port } from '#kit/call/port.ts'

/** Access to a mailbox by IMAP. */
export type MailboxAccess = {
  host: string
  port: number
  /** TLS from the start; without it STARTTLS is required, except on this machine. */
  isSecure: boolean
  user: string
  password: string
  folder: string
}

/** Position in a mailbox: the last mail that was read. A server that renumbers its mails changes `validity`. */
export type MailboxPosition = { validity: string; uid: number }

/** A mail of a mailbox: its first MiB, and the SHA-256 of it, which a renumbered mail keeps. */
export type MailboxMail = { uid: number; raw: Buffer; digest: string }

/** A part of a mailbox. `hasMore`: mails after it wait. */
export type MailboxPage = { mails: MailboxMail[]; position: MailboxPosition; hasMore: boolean }

export type Mailboxes = {
  /** Reads the mails after a position, a bounded number of them; null begins at the first. Throws MailboxFailed. */
  read(accountId: number, access: MailboxAccess, after: MailboxPosition | null): Promise<MailboxPage>
}

/** Mailboxes of other servers. */
export const mailboxPort = port<Mailboxes>('mailboxes', { read: 'leaves' })

/** Error: a mailbox that cannot be read. `isFinal`: no retry helps until someone changes the settings. */
export class MailboxFailed extends Error {
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.name = 'MailboxFailed'
    this.isFinal = isFinal
  }
}
