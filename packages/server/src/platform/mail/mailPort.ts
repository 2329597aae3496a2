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

/** Key that signs a mail by DKIM. `privateKey`: in PEM. */
export type MailSigning = { domain: string; selector: string; privateKey: string }

/** A mail of a campaign or an automation. Its parts are checked by the sender. */
export type OutgoingMail = {
  /** Message-ID with its angle brackets; the same for each attempt. */
  messageId: string
  /** Envelope sender; the address of `from` when left out. */
  envelopeFrom?: string | undefined
  /** Sender; the operator's own when left out. */
  from?: { name: string; address: string } | undefined
  replyTo?: string | undefined
  to: string
  toName?: string | undefined
  subject: string
  text: string
  html?: string | undefined
  headers: Readonly<Record<string, string>>
  /** Return address of the mail, which providers repeat in their reports. */
  returnTag?: string | undefined
  /** Key that signs it where it leaves by SMTP. */
  signing?: MailSigning | undefined
}

/** The fate of a mail at the first server. */
export type Delivered =
  | { state: 'sent'; reply: string; /** Id of the mail at the provider. */ ref?: string }
  | {
      state: 'deferred' | 'bounced' | 'failed' | 'uncertain'
      reply: string
      /** Time that the server requires before the next mail. */
      retryAfterMs?: number
      /** Whether the server refuses our credentials, so that no mail leaves by it until someone changes them. */
      isRefusingUs?: boolean
      /** Whether the mail was not handed to the server at all. */
      isUntried?: boolean
    }

export type Mailer = {
  /**
   * Hands a mail to the mail server, or catches it. `bounced`: the server refuses the receiver for good; `deferred`: a
   * retry may succeed; `failed`: the mail itself cannot be sent; `uncertain`: the server may
   * have it. Never throws for the fate of a mail.
   */
  deliver(account: { id: number; mode: 'live' | 'test' }, mail: OutgoingMail): Promise<Delivered>
  /** Whether mails of an account are caught, and reach no one. */
  isCaught(account: { mode: 'live' | 'test' }): boolean
  /** Address of the operator's sender, in lower case; undefined without a mail server. */
  operatorAddress(): string | undefined
  /** Sends a mail. Throws MailRefused for a permanent failure, MailFailed for one that a retry may overcome. */
  send(account: { id: number; mode: 'live' | 'test' }, mail: Mail): Promise<void>
}

/** Mail to people. */
export const mailPort = port<Mailer>('mail', { send: 'leaves', deliver: 'leaves' })
