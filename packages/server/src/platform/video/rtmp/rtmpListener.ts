import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import type { Log } from '#kit/call/context.ts'
import { openNetworkCounts } from '#platform/net/networkCounts.ts'
import { type ConnectionHost, IngestConnection } from './rtmpConnection.ts'
import { type IngestLimits, ingestLimits } from './rtmpLimits.ts'
import type { PublishRequest, PublishVerdict } from '#platform/video/publishing.ts'

export type IngestOptions = {
  host: string
  /** Port of the listener; 0 selects a free one. */
  port: number
  /** Listens as RTMPS with this certificate chain and key, in PEM; else as RTMP. */
  tls?: { cert: string; key: string }
  log: Log
  limits?: Partial<IngestLimits>
  /** Clock of all time-outs, in ms; by default a monotonic one. */
  nowMs?(): number
  /**
   * Admits or refuses a publisher by its key. The connection is paused until the verdict and refused after
   * `admissionTimeoutMs`; the sink of a late verdict ends at once.
   */
  admit(request: PublishRequest): Promise<PublishVerdict>
}

/** Counters of a listener. Connections and publishers are current; the others count from its start. */
export type IngestStats = {
  connections: number
  publishers: number
  /** Accepted connections. */
  accepted: number
  /** Connections closed at once because of a connection limit. */
  rejected: number
  /** Refused publishers. */
  refused: number
  /** Connections that broke the protocol or a limit of it. */
  damaged: number
  bytes: number
}

/** Listener for encoders. `stop` ends every publisher and resolves when no connection is left. */
export type Ingest = { port: number; stats(): IngestStats; stop(): Promise<void> }

const sweepMs = 250
const backlogMax = 128

/**
 * Listens for encoders that publish by RTMP (Adobe RTMP 1.0; bodies of Enhanced RTMP are passed on unread), or by
 * RTMPS, the same over TLS 1.2 or later. Rejects with the error of the system when the port cannot be bound, and for
 * an invalid certificate or key.
 */
export async function openIngest(options: IngestOptions): Promise<Ingest> {
  const limits = { ...ingestLimits, ...options.limits }
  const nowMs = options.nowMs ?? (() => performance.now())
  const secureContext = options.tls && createSecureContext({ ...options.tls, minVersion: 'TLSv1.2' })
  const counts = { accepted: 0, rejected: 0, refused: 0, damaged: 0, bytes: 0 }
  const connections = new Set<IngestConnection>()
  const waiting = openNetworkCounts({ prefixMax: limits.waitingPerPrefixMax, countMax: limits.connectionsMax })

  const accept = (raw: Socket) => {
    const address = raw.remoteAddress ?? ''
    const stopWaiting = connections.size < limits.connectionsMax ? waiting.enter(address) : undefined
    if (stopWaiting === undefined) {
      counts.rejected += 1
      raw.destroy()
      return
    }
    counts.accepted += 1
    const host: ConnectionHost = {
      address,
      limits,
      nowMs,
      log: options.log,
      admit: options.admit,
      protocol: secureContext === undefined ? 'rtmp' : 'rtmps',
      received: (byteCount) => (counts.bytes += byteCount),
      refused: () => (counts.refused += 1),
      damaged: () => (counts.damaged += 1),
      published: stopWaiting,
      closed: () => {
        stopWaiting()
        connections.delete(connection)
      },
    }
    const connection = new IngestConnection(secured(raw, secureContext), host)
    connections.add(connection)
  }

  const server = createServer({ noDelay: true }, accept)
  server.listen({ host: options.host, port: options.port, backlog: backlogMax })
  await once(server, 'listening')
  // An error of the running server concerns one connection that it could not accept.
  server.on('error', (error) => options.log.warn('rtmp: a connection was not accepted', { error: error.message }))
  const sweep = setInterval(() => {
    for (const connection of connections) connection.checkTime(nowMs())
  }, sweepMs)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all([closed, ...[...connections].map((connection) => connection.stop())])
    clearInterval(sweep)
  }
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : options.port,
    stats: () => ({
      connections: connections.size,
      publishers: [...connections].filter((connection) => connection.isPublishing()).length,
      ...counts,
    }),
    stop: () => (stopped ??= stop()),
  }
}

/** TLS socket where a certificate is set. A failed TLS handshake closes the socket like any other error. */
function secured(raw: Socket, secureContext: SecureContext | undefined): Socket {
  return secureContext === undefined ? raw : new TLSSocket(raw, { isServer: true, secureContext })
}
