import type { SMTPPoolOptions, Transporter } from 'nodemailer'
import type { Mailbox } from './mailbox.ts'
import type { Delivered, OutgoingMail } from './mailPort.ts'
import type { CheckedMail } from './checkedMail.ts'
import { MailFailed, MailRefused } from './mailRefused.ts'

/** The SMTP server for outgoing mail, and the sender. */
export type SmtpSettings = { url: string; from: Mailbox }

/** A mail server for outgoing mails. */
export type Smtp = {
  /** Sends a mail. `digest` makes the Message-ID. Throws MailRefused for a permanent refusal, else MailFailed. */
  send(mail: CheckedMail, digest: Buffer): Promise<void>
  /** Sends a mail of a campaign or an automation; its fate is the result. */
  deliver(mail: OutgoingMail): Promise<Delivered>
  /** Connects and authenticates, without a mail. Throws MailFailed. */
  check(): Promise<void>
  close(): void
}

const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const connectionsMax = 8
const messagesPerConnectionMax = 100
const responseBytesMax = 16_384
const responseLengthShown = 200

/** Opens a mail server. It connects at the first mail, and keeps connections for later ones. */
export function openSmtp({ url, from }: SmtpSettings): Smtp {
  let opening: Promise<Transporter> | undefined
  // The client loads with the first mail: most processes start, and many end, without one.
  const transport = () => (opening ??= import('nodemailer').then((mailer) => mailer.createTransport(smtpOptions(url))))
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send(mail, digest) {
      try {
        await (
          await transport()
        ).sendMail({
          from,
          to: { name: mail.toName ?? '', address: mail.to },
          ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          text: mail.text,
          ...(mail.html === undefined ? {} : { html: mail.html }),
          messageId: `<${digest.toString('hex').slice(0, 40)}@${domain}>`,
          // Prevents out-of-office replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
    async deliver(mail) {
      try {
        const info: { response?: string } = await (await transport()).sendMail(outgoing(mail, from))
        return { state: 'sent', reply: excerpt(info.response ?? '') }
      } catch (error) {
        return fateOf(failureOf(error))
      }
    },
    async check() {
      try {
        await (await transport()).verify()
      } catch (error) {
        throw failureOf(error)
      }
    },
    close() {
      void opening?.then((open) => open.close())
    },
  }
}

function outgoing(mail: OutgoingMail, operator: Mailbox) {
  const { messageId, envelopeFrom, replyTo, to, toName = '', subject, text, html, headers } = mail
  const from = mail.from ?? operator
  return {
    from,
    to: { name: toName, address: to },
    envelope: { from: envelopeFrom ?? from.address, to },
    subject,
    text,
    messageId,
    headers: { ...headers },
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function fateOf(error: Error): Delivered {
  return { state: error instanceof MailRefused ? 'bounced' : 'deferred', reply: error.message.slice(0, 300) }
}

/**
 * Options of a connection: TLS from the start (`smtps:`) or required STARTTLS (`smtp:`); plain text only to this
 * machine.
 */
export function smtpOptions(address: string): SMTPPoolOptions & { pool: true } {
  const url = new URL(address)
  const isImplicit = url.protocol === 'smtps:'
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  return {
    pool: true,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    secure: isImplicit,
    ...(isLoopback && !isImplicit ? { ignoreTLS: true } : { requireTLS: true }),
    ...(url.username === '' ? {} : { auth }),
    ...timeouts,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnectionMax,
    maxResponseSize: responseBytesMax,
    tls: { minVersion: 'TLSv1.2' },
  }
}

/**
 * A 5xx response (RFC 5321, 4.2.1) to the receiver or the message is permanent. One to our own name or sender is a
 * mistake in the settings and temporary, like every other failure.
 */
function failureOf(error: unknown): Error {
  // cast: nodemailer puts code, command and the server's reply on its errors.
  const { code, command, responseCode, response } = Object(error) as Record<string, unknown>
  const isOfMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  const reply = typeof response === 'string' ? `the mail server says: ${excerpt(response)}` : undefined
  if (isOfMail && (isFinal || responseCode === undefined)) return new MailRefused(reply ?? 'the receiver is not valid')
  if (code === 'ETLS') return new MailFailed('the mail server offers no TLS that can be used (ETLS)', error)
  const what = reply ?? `the mail server cannot be used (${typeof code === 'string' ? code : 'no reason given'})`
  return new MailFailed(what, error)
}

function excerpt(response: string): string {
  return response.replace(/\p{Cc}+/gu, ' ').slice(0, responseLengthShown)
}
