import type { SMTPPoolOptions, Transporter } from 'nodemailer'
import type { Mailbox } from './mailbox.ts'
import type { Delivered, OutgoingMail } from './mailPort.ts'
import type { CheckedMail } from './checkedMail.ts'
import { attemptBounds, attemptSlots, verificationMs } from './attemptBounds.ts'
import { aborted } from '#platform/net/outbound.ts'
import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import type { MailSigner } from './dkim/mailSigner.ts'
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

/** Time-outs of a connection in milliseconds. */
export const smtpTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}
const connectionsMax = 8
const messagesPerConnectionMax = 100
/** Longest response of a server. */
export const responseBytesMax = 16_384
const responseLengthShown = 200
const replyLengthMax = 300

/**
 * Opens a mail server. It connects at the first mail, and keeps connections for later ones. `signer`: for mails with a
 * key.
 */
export function openSmtp({ url, from }: SmtpSettings, signer?: MailSigner): Smtp {
  let opening: Promise<Transporter> | undefined
  // The client loads with the first mail: most processes start, and many end, without one.
  const transport = () =>
    (opening ??= openClient().then((mailer) => notingEnds(mailer.createTransport(smtpOptions(url)))))
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const inSlot = attemptSlots(connectionsMax, attemptBounds)
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
          signal: AbortSignal.timeout(attemptBounds.sendMs),
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
    deliver: (mail) => inSlot(() => deliverBy(transport, () => readyMail(mail, from, signer))),
    async check() {
      try {
        await withinLimit((await transport()).verify(), AbortSignal.timeout(verificationMs))
      } catch (error) {
        throw failureOf(error)
      }
    },
    close() {
      void opening?.then((open) => open.close())
    },
  }
}

/** The client of mail servers, with a bound of the replies that wait. */
export async function openClient() {
  const [client, { boundWaitingReplies }] = await Promise.all([import('nodemailer'), import('./waitingReplies.ts')])
  boundWaitingReplies()
  return client
}

/** Waits for work without a time-out of its own. Throws MailFailed once `limit` is aborted. */
export async function withinLimit<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
  return Promise.race([work, aborted(limit)]).catch((error: unknown) => {
    throw limit.aborted ? new MailFailed('the mail server did not finish in time', error) : error
  })
}

/** A mail as the client takes it. `operator`: the sender where the mail names none. */
export function outgoing(mail: OutgoingMail, operator: Mailbox) {
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

/** A mail as the client takes it. */
export type ComposedMail = ReturnType<typeof outgoing>

/** A mail as the client takes it: in one piece, signed where it has a key. Throws MailFailed. */
export async function readyMail(mail: OutgoingMail, operator: Mailbox, signer: MailSigner | undefined) {
  const composed = outgoing(mail, operator)
  const { envelope } = composed
  if (mail.signing === undefined || signer === undefined) return { envelope, raw: await plainMail(composed) }
  const raw = await signer.sign(composed, mail.signing).catch((error: unknown) => {
    throw new MailFailed('the mail could not be signed', error)
  })
  return { envelope, raw }
}

/** A mail in the form of MIME. The client would write its parts one by one, each by a call of the system. */
async function plainMail(composed: ComposedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer(composed).compile().build()
}

type Ready = Awaited<ReturnType<typeof readyMail>>

/**
 * Hands a mail to a server; its fate is the result. A server that sends its replies byte by byte meets no time-out of
 * the socket: `sendMs` bounds the whole attempt, and ends the connection.
 */
export async function deliverBy(
  transport: () => Promise<Transporter>,
  ready: () => Promise<Ready>,
  sendMs: number = attemptBounds.sendMs,
): Promise<Delivered> {
  const ends: Ends = { isRead: false }
  // Cleared at the end: a time-out that is left behind makes an error, with its stack, for each mail.
  const timeOut = new AbortController()
  const { signal } = timeOut
  const timer = setTimeout(() => timeOut.abort(), sendMs)
  try {
    const client = await transport()
    const mail = { ...(await ready()), [endsKey]: ends, signal }
    const info: { response?: string } = await client.sendMail(mail)
    return { state: 'sent', reply: excerpt(info.response ?? '') }
  } catch (error) {
    return fateOf(signal.aborted ? new MailFailed('the mail server did not finish in time', error) : error, ends)
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the client has read a mail to its end. From then on the server may have it. */
type Ends = { isRead: boolean }
const endsKey = 'fairgroundEnds'

/** A client that notes in `Ends` of a mail when it has read it to its end. */
export function notingEnds(client: Transporter): Transporter {
  return client.use('stream', ({ data, message }, done) => {
    // cast: only `deliverBy` sets it, and the client copies the members of a mail.
    const { [endsKey]: ends } = data as { [endsKey]?: Ends }
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const text = open(options)
      return ends === undefined ? text : text.once('end', () => (ends.isRead = true))
    }
    done()
  })
}

/**
 * The fate of a mail whose sending failed. A server that says nothing after the end of the mail may have it. One that
 * refuses our credentials concerns every mail.
 */
function fateOf(error: unknown, { isRead }: Ends): Delivered {
  const failure = failureOf(error)
  const reply = failure.message.slice(0, replyLengthMax)
  // cast: nodemailer puts the server's code on its errors.
  const { responseCode } = Object(error) as Record<string, unknown>
  if (isRead && responseCode === undefined) return { state: 'uncertain', reply }
  if (failure instanceof MailRefused) return { state: 'bounced', reply }
  return { state: 'deferred', reply, ...(refusesUs(error) ? { isRefusingUs: true } : {}) }
}

/** Whether no retry helps until someone changes the settings: wrong credentials, or an address that is not allowed. */
export function refusesUs(error: unknown): boolean {
  if (error instanceof OutboundRefused) return true
  // cast: nodemailer puts code and the server's reply on its errors.
  const { code, responseCode } = Object(error) as Record<string, unknown>
  return code === 'EAUTH' && (typeof responseCode !== 'number' || responseCode >= 500)
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
    ...smtpTimeouts,
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
export function failureOf(error: unknown): Error {
  if (error instanceof MailFailed) return error
  if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
    return new MailFailed(`the mail server ${error.message}`, error)
  }
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

/** A response of a server within bounds, without control characters. */
export function excerpt(response: string): string {
  return response.replace(/\p{Cc}+/gu, ' ').slice(0, responseLengthShown)
}
