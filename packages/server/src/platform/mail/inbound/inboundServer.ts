import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { Log } from '#kit/call/context.ts'
import type { Rate } from '#kit/call/rateClasses.ts'
import { openBuckets } from '#platform/limits/buckets.ts'
import { takeByNetwork } from '#platform/limits/networkBuckets.ts'
import { openNetworkCounts } from '#platform/net/networkCounts.ts'
import { mimeBounds } from '#platform/mail/returned/mimePart.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { InboundHost, InboundRecipient } from './inboundHostPort.ts'

/** Bounds of the listener. */
export const inboundLimits = {
  connectionsMax: 60,
  connectionsPerPrefixMax: 10,
  /** A bounce may carry a whole mail back; its first MiB is kept. */
  bytesMax: 10 * 1_048_576,
  recipientsMax: 10,
  wrongRecipientsMax: 5,
  mailsPerConnectionMax: 100,
  /** Mails of one network at once, and per second. */
  mailsBurst: 500,
  mailsPerSecond: 20,
  silenceMs: 60_000,
  connectionMs: 600_000,
}

const wrongRate: Rate = { name: 'inbound-wrong', perSecond: 0.1, burst: 20 }

export type InboundOptions = {
  host: string
  /** Port of the listener; 0 selects a free one. */
  port: number
  /** Name in the greeting. */
  name: string
  /** Certificate chain and key in PEM; without them STARTTLS is not offered. */
  tls?: { cert: string; key: string } | undefined
  log: Log
  limits?: Partial<typeof inboundLimits>
  /** Monotonic clock of the rates. */
  nowMs?: () => number
  recipients: InboundHost
}

/** A listener for mail to our own addresses. `stop` resolves when no connection is left. */
export type InboundServer = { port: number; stop(): Promise<void> }

/**
 * Listens for mail by SMTP (RFC 5321). It relays nothing: a recipient is admitted only if it is one of ours, and a mail
 * is accepted after it is stored. Rejects with the error of the system when the port cannot be bound.
 */
export async function openInboundServer(options: InboundOptions): Promise<InboundServer> {
  const { SMTPServer } = await import('smtp-server')
  const limits = { ...inboundLimits, ...options.limits }
  const server = new SMTPServer(serverOptions(options, limits))
  // An error of one connection, such as a reset, ends that connection.
  server.on('error', (error: Error) => options.log.debug('inbound mail: a connection failed', { error: error.message }))
  server.server.on('connection', (socket: Socket) => {
    const deadline = setTimeout(() => socket.destroy(), limits.connectionMs)
    socket.once('close', () => clearTimeout(deadline))
  })
  const listening = server.listen(options.port, options.host)
  await Promise.race([once(listening, 'listening'), once(listening, 'error').then(([error]) => Promise.reject(error))])
  const bound = listening.address()
  let stopped: Promise<void> | undefined
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : options.port,
    stop: () => (stopped ??= closed(server)),
  }
}

function closed(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** State of one connection. */
type Connection = { leave(): void; mails: number; wrong: number; recipients: Map<string, InboundRecipient> }

function serverOptions(options: InboundOptions, limits: typeof inboundLimits): SMTPServerOptions {
  const networks = openNetworkCounts({ prefixMax: limits.connectionsPerPrefixMax, countMax: limits.connectionsMax })
  const buckets = openBuckets(options.nowMs ?? (() => performance.now()), 10_000)
  const connections = new Map<string, Connection>()
  const mailRate: Rate = { name: 'inbound-mail', perSecond: limits.mailsPerSecond, burst: limits.mailsBurst }
  const mayPass = (rate: Rate, { remoteAddress: address }: SMTPServerSession) =>
    takeByNetwork(buckets, rate, { address }).isAllowed
  return {
    name: options.name,
    banner: 'for bounces and answers',
    ...(options.tls === undefined ? { hideSTARTTLS: true } : options.tls),
    disabledCommands: options.tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: limits.bytesMax,
    maxClients: limits.connectionsMax,
    socketTimeout: limits.silenceMs,
    closeTimeout: 1_000,
    onConnect(session, done) {
      const leave = networks.enter(session.remoteAddress)
      if (leave === undefined) return done(reply(421, 'Too many connections of this network'))
      connections.set(session.id, { leave, mails: 0, wrong: 0, recipients: new Map() })
      done()
    },
    onClose(session) {
      connections.get(session.id)?.leave()
      connections.delete(session.id)
    },
    onMailFrom(_, session, done) {
      const connection = connections.get(session.id)
      connection?.recipients.clear()
      const isFull = connection === undefined || connection.mails >= limits.mailsPerConnectionMax
      done(isFull ? reply(421, 'Enough mails by this connection') : undefined)
    },
    onRcptTo({ address }, session, done) {
      const connection = connections.get(session.id)
      if (connection === undefined || connection.wrong >= limits.wrongRecipientsMax) {
        return done(reply(421, 'Too many unknown recipients'))
      }
      if (connection.recipients.size >= limits.recipientsMax) return done(reply(452, 'Too many recipients'))
      const unknown = () => {
        connection.wrong += 1
        done(
          mayPass(wrongRate, session) ? reply(550, 'No such address here') : reply(421, 'Too many unknown recipients'),
        )
      }
      admit(options, address).then(
        (recipient) => (recipient === undefined ? unknown() : done(void connection.recipients.set(address, recipient))),
        (error: unknown) => done(failed(options.log, error)),
      )
    },
    onData(stream, session, done) {
      const connection = connections.get(session.id)
      const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
      const recipients = [...(connection?.recipients.values() ?? [])]
      if (connection !== undefined) connection.mails += 1
      receive(stream, limits.bytesMax)
        .then(async (raw) => {
          if (raw === undefined) return reply(552, 'The mail is too large')
          if (!mayPass(mailRate, session)) return reply(451, 'Too many mails of this network, try again later')
          const digest = createHash('sha256').update(raw).digest('hex')
          for (const recipient of recipients) await recipient.keep({ from, raw, digest })
          return undefined
        })
        .then(done, (error: unknown) => done(failed(options.log, error)))
    },
  }
}

/** Longest address of RFC 5321. */
const addressLengthMax = 320

async function admit({ recipients }: InboundOptions, address: string): Promise<InboundRecipient | undefined> {
  return address.length > addressLengthMax ? undefined : recipients.admit(address)
}

/** Reads a mail to its end and keeps its beginning; undefined for one that is too large. */
async function receive(stream: SMTPServerDataStream, bytesMax: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let kept = 0
  let bytes = 0
  for await (const piece of stream) {
    // cast: a stream of bytes without an encoding yields buffers.
    const buffer = piece as Buffer
    bytes += buffer.length
    const wanted = buffer.subarray(0, mimeBounds.bytesMax - kept)
    kept += wanted.length
    if (wanted.length > 0) pieces.push(wanted)
  }
  return bytes > bytesMax ? undefined : Buffer.concat(pieces)
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** A defect or a lost database: the sender keeps the mail and tries again. */
function failed(log: Log, error: unknown): Error {
  log.error('inbound mail could not be stored', { error: messageOf(error) })
  return reply(451, 'The mail could not be stored, try again later')
}
