import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  bareHost,
  checkConnected,
  checkHost,
  checkPort,
  connectTimeoutMsOf,
  type GuardRules,
  resolveOutbound,
} from './guard.ts'

/**
 * Target of a connection. `host` is a name or an address; TLS checks the certificate against it. `ports`: ports of the
 * protocol that are allowed beside the usual ones.
 */
export type SocketPlace = { host: string; port: number; isSecure: boolean; ports?: ReadonlySet<number> }

/**
 * Connects to another server for a protocol other than HTTP, with the checks of the guard. Throws OutboundRefused for
 * refused addresses, the signal's reason after an abort, else the error of the system.
 */
export async function connectOutbound(rules: GuardRules, place: SocketPlace, signal: AbortSignal): Promise<Socket> {
  if (place.ports?.has(place.port) !== true) checkPort(place.port)
  const host = bareHost(place.host)
  checkHost(host, rules)
  const lookup = await resolveOutbound(host, rules)
  signal.throwIfAborted()
  const to = { host, port: place.port, lookup }
  const ca = rules.ca === undefined ? {} : { ca: rules.ca }
  // SNI accepts names only (RFC 6066, 3).
  const servername = isIP(host) === 0 ? host : ''
  const socket = place.isSecure ? connectTls({ ...to, ...ca, servername, minVersion: 'TLSv1.2' }) : connectPlain(to)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMsOf(rules))])
  const stop = () => socket.destroy(asError(limit.reason))
  limit.addEventListener('abort', stop, { once: true })
  try {
    await connected(socket, place.isSecure ? 'secureConnect' : 'connect')
  } finally {
    limit.removeEventListener('abort', stop)
  }
  return checkConnected(socket, rules).setNoDelay(true)
}

async function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once(event, resolve).once('error', reject)
  await promise
  socket.off('error', reject)
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
