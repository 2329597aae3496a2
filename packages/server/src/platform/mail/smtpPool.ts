import { isIP } from 'node:net'
import type { SMTPPoolOptions, Transporter } from 'nodemailer'
import type { GuardRules } from '#platform/net/guard.ts'
import type { MailSigner } from './dkim/mailSigner.ts'
import { connectOutbound } from '#platform/net/socket.ts'
import { attemptBounds, attemptSlots, verificationMs, type AttemptBounds } from './attemptBounds.ts'
import type { Mailbox } from './mailbox.ts'
import type { Delivered, OutgoingMail } from './mailPort.ts'
import {
  deliverBy,
  failureOf,
  notingEnds,
  openClient,
  readyMail,
  refusesUs,
  responseBytesMax,
  smtpTimeouts,
  withinLimit,
} from './smtp.ts'
import type { SmtpAccess, Verification } from './transportPort.ts'

/** A mail with its sender. */
export type Sendable = OutgoingMail & { from: Mailbox }

/** Connections to a mail server of an account. */
export type SmtpPool = {
  deliver(mail: Sendable): Promise<Delivered>
  /** Closes idle connections; a connection that sends a mail ends it first. */
  close(): void
}

/** `signer`: for mails with a key. */
export type SmtpPoolOptions = { signer?: MailSigner | undefined; bounds?: AttemptBounds }

/** Ports of submission and relay. */
const smtpPorts = new Set([25, 465, 587, 2525])
const messagesPerConnectionMax = 500

/** Opens connections to a mail server; each one goes to an address that the guard has checked. */
export function openSmtpPool(
  rules: GuardRules,
  access: SmtpAccess,
  { signer, bounds = attemptBounds }: SmtpPoolOptions = {},
): SmtpPool {
  const inSlot = attemptSlots(access.connectionsMax, bounds)
  let opening: Promise<Transporter> | undefined
  const transport = () => (opening ??= openTransport(rules, access))
  return {
    deliver: (mail) => inSlot(() => deliverBy(transport, () => readyMail(mail, mail.from, signer), bounds.sendMs)),
    close() {
      void opening?.then((open) => open.close())
    },
  }
}

/** Connects to a mail server and signs in, without a mail. A server that drips its replies ends at `verifyMs`. */
export async function verifySmtp(
  rules: GuardRules,
  access: SmtpAccess,
  verifyMs: number = verificationMs,
): Promise<Verification> {
  const limit = AbortSignal.timeout(verifyMs)
  const transport = await openTransport(rules, { ...access, connectionsMax: 1 }, limit)
  try {
    await withinLimit(transport.verify(), limit)
    return { ok: true, isTemporary: false, checks: checksUntil(access, undefined, null) }
  } catch (error) {
    const failed = stepOf(error)
    return { ok: false, isTemporary: !refusesUs(error), checks: checksUntil(access, failed, failureOf(error).message) }
  } finally {
    transport.close()
  }
}

const steps = ['connect', 'encrypt', 'signIn'] as const

type Step = (typeof steps)[number]

/** The step at which a connection failed. */
function stepOf(error: unknown): Step {
  // cast: nodemailer puts a code on its errors.
  const { code } = Object(error) as Record<string, unknown>
  return code === 'EAUTH' ? 'signIn' : code === 'ETLS' ? 'encrypt' : 'connect'
}

/** Checks up to the one that failed; later ones were not tried. */
function checksUntil({ user }: SmtpAccess, failed: Step | undefined, message: string | null) {
  const tried = steps.slice(0, failed === undefined ? steps.length : steps.indexOf(failed) + 1)
  return tried
    .filter((name) => name !== 'signIn' || user !== '')
    .map((name) => ({ name, ok: name !== failed, message: name === failed ? message : null }))
}

/** `limit`: its abort ends the connection. */
async function openTransport(rules: GuardRules, access: SmtpAccess, limit?: AbortSignal): Promise<Transporter> {
  const { createTransport } = await openClient()
  const options: SMTPPoolOptions & { pool: true } = { ...optionsOf(rules, access, limit), pool: true }
  return notingEnds(createTransport(options))
}

function optionsOf(rules: GuardRules, access: SmtpAccess, limit: AbortSignal | undefined) {
  const { host, port, isSecure, user, password, connectionsMax } = access
  const isLocal = rules.allowPrivate === true && /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)
  const options: SMTPPoolOptions = {
    host,
    port,
    secure: isSecure,
    ...(isSecure ? {} : isLocal ? { ignoreTLS: true } : { requireTLS: true }),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    ...smtpTimeouts,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnectionMax,
    maxResponseSize: responseBytesMax,
    tls: {
      minVersion: 'TLSv1.2',
      ...(rules.ca === undefined ? {} : { ca: rules.ca }),
      ...(isIP(host) === 0 ? { servername: host } : {}),
    },
    getSocket(_options, done) {
      const place = { host, port, isSecure, ports: smtpPorts }
      connectOutbound(rules, place, AbortSignal.timeout(smtpTimeouts.connectionTimeout)).then(
        (connection) => {
          limit?.addEventListener('abort', () => connection.destroy(), { once: true })
          done(null, { connection, secured: isSecure })
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  }
  return options
}
