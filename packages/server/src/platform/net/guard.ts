import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { LRUCache } from 'lru-cache'
import { isPublicAddress } from './publicAddress.ts'
import type { Resolved } from './hostResolver.ts'
import { OutboundFailed, OutboundRefused } from './outboundRefused.ts'

/** Addresses that a guard allows. */
export type GuardRules = {
  /** Allows loopback, private and all other special addresses: for development and tests. */
  allowPrivate?: boolean
  /** Refuses plain http, for addresses that receive secrets. */
  httpsOnly?: boolean
  /** Resolves a name for a share; `getaddrinfo` when left out, for hosts that the operator chose. */
  resolve?: (hostname: string, share: string) => Promise<Resolved[]>
  /** Names that are resolved without a name server. */
  local?: (hostname: string) => Resolved[] | undefined
  /** The account that look-ups and connections count under; empty for the server itself. */
  share?: string
  connectTimeoutMs?: number
  /** Connections to one origin, of one account. */
  connectionsMax?: number
  /** Idle time after which a connection closes, unless its server sets one. */
  keepAliveMs?: number
  /** Certificate authorities to trust instead of the usual ones, in PEM. */
  ca?: string
}

/** Guard of outgoing requests: connections through `agent` reach only addresses that were checked at the connect. */
export type Guard = {
  rules: GuardRules
  agent: () => Promise<Agent>
  /** The same guard for requests of one account, with its own look-ups and connections. */
  forAccount: (accountId: number) => Guard
  close: () => Promise<void>
}

const notPublic = 'leads to an address that is not public'
const connectTimeoutMsDefault = 5_000
/** A look-up waits for a slot and then for the name servers, 5 s each; no part of the time to connect. */
const lookupTimeoutMs = 12_000
const urlLengthMax = 2_048
const headerBytesMax = 16_384
const portMin = 1_024
/** Ports above 1024 without web servers: those that browsers refuse, and those of databases with line protocols. */
const portsRefused = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 5984, 6000, 6379, 6566, 6665,
  6666, 6667, 6668, 6669, 6679, 6697, 9042, 10080, 11211, 27017,
])

/** Accounts whose idle agents are kept. An evicted agent closes after its last response. */
const agentsMax = 500

/** Opens a guard. Closing it ends its idle connections. */
export function openGuard(rules: GuardRules = {}): Guard {
  const agents = new LRUCache<string, Promise<Agent>>({
    max: agentsMax,
    dispose: (agent) => void agent.then((each) => each.close()).catch(() => undefined),
  })
  let isClosed = false
  const open = (own: GuardRules): Guard => ({
    rules: own,
    async agent() {
      // A retry after the close would open connections that nothing ends.
      if (isClosed) throw new OutboundFailed('cancelled', 'was cancelled')
      const { share = '' } = own
      const agent = agents.get(share) ?? makeAgent(own)
      agents.set(share, agent)
      return agent
    },
    forAccount: (accountId) => open({ ...rules, share: String(accountId) }),
    async close() {
      isClosed = true
      const all = await Promise.all(agents.values())
      await Promise.all(all.map((agent) => agent.destroy()))
      agents.clear()
    },
  })
  return open(rules)
}

/** The client loads with the first request: most processes start, and many end, without one. */
async function makeAgent(rules: GuardRules): Promise<Agent> {
  const undici = await import('undici')
  return new undici.Agent({
    connect: guardedConnector(rules, undici.buildConnector),
    connections: rules.connectionsMax ?? 16,
    pipelining: 1,
    keepAliveTimeout: rules.keepAliveMs ?? 4_000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: headerBytesMax,
  })
}

/**
 * Checks everything about a URL that needs no look-up, and returns it in its normal form: `http:` or `https:`, no
 * credentials, a web port, no fragment, and no address literal (in any spelling) that is not public.
 */
export function checkOutboundUrl(text: string | URL, rules: GuardRules = {}): URL {
  const url = typeof text === 'string' ? URL.parse(text) : new URL(text)
  if (url === null || url.href.length > urlLengthMax) {
    throw new OutboundRefused('url', `is not an absolute URL of at most ${urlLengthMax} characters`)
  }
  const schemes = rules.httpsOnly === true ? ['https:'] : ['https:', 'http:']
  if (!schemes.includes(url.protocol)) {
    throw new OutboundRefused('scheme', `must begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`)
  }
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('credentials', 'must not contain credentials')
  if (url.port !== '') checkPort(Number(url.port))
  url.hash = ''
  checkHost(url.hostname, rules)
  return url
}

/** Names that no public name server resolves (RFC 6761, 6762, 8375; `.internal` by ICANN), and those without a dot. */
const privateName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$|^[^.]+\.?$/i

/** Throws OutboundRefused for a host that is visibly not public, without a look-up. */
export function checkHost(hostname: string, rules: GuardRules): void {
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return checkAddress(host, rules)
  if (rules.allowPrivate === true) return
  const local = rules.local?.(host)
  if (local !== undefined) for (const { address } of local) checkAddress(address, rules)
  else if (privateName.test(host)) throw new OutboundRefused('address', notPublic, host)
}

/** Throws OutboundRefused for a port of other protocols. */
export function checkPort(port: number): void {
  if (port === 80 || port === 443 || (port >= portMin && !portsRefused.has(port))) return
  throw new OutboundRefused('port', `must not use port ${port}`)
}

/** IPv6 hosts stand in brackets in a URL and without them everywhere else. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** Throws OutboundRefused for an address that is not public, unless the rules allow all. */
export function checkAddress(address: string, rules: GuardRules): void {
  if (rules.allowPrivate === true || isPublicAddress(address)) return
  throw new OutboundRefused('address', notPublic, address)
}

/** Resolves, checks and connects in one step, so that a name cannot resolve to another address in between. */
function guardedConnector(rules: GuardRules, build: typeof buildConnector): buildConnector.connector {
  return (options, callback) => {
    connectChecked(options, rules, build).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

async function connectChecked(
  options: buildConnector.Options,
  rules: GuardRules,
  build: typeof buildConnector,
): Promise<Socket> {
  const timeout = connectTimeoutMsOf(rules)
  const lookup = await resolveOutbound(bareHost(options.hostname), rules)
  const tls = rules.ca === undefined ? {} : { ca: rules.ca }
  // Each connection has its own connector, since its look-up is for one host.
  const connect = build({ ...tls, timeout, allowH2: false, lookup })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  connect(options, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)))
  const socket = await promise
  return checkConnected(socket, rules)
}

/** The socket, if its remote address is allowed. Else it is destroyed and OutboundRefused thrown. */
export function checkConnected<T extends Socket>(socket: T, rules: GuardRules): T {
  try {
    checkAddress(socket.remoteAddress ?? '', rules)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Time-out of a connection in milliseconds, without its look-up. */
export function connectTimeoutMsOf(rules: GuardRules): number {
  return rules.connectTimeoutMs ?? connectTimeoutMsDefault
}

/**
 * Resolves a name, checks its addresses, and returns a look-up for one connection with the allowed ones. Throws
 * OutboundRefused when no address is allowed, and the resolver's error without an address.
 */
export async function resolveOutbound(host: string, rules: GuardRules): Promise<Lookup> {
  return fixedLookup(await within(lookupTimeoutMs, resolveChecked(host, rules)))
}

/** The allowed addresses of a host. Throws when it has none, or all are refused. */
async function resolveChecked(host: string, rules: GuardRules): Promise<Resolved[]> {
  const family = isIP(host)
  const all =
    family === 0 ? await (rules.resolve ?? resolveBySystem)(host, rules.share ?? '') : [{ address: host, family }]
  const allowed = all.filter(({ address }) => rules.allowPrivate === true || isPublicAddress(address))
  if (allowed.length > 0) return allowed
  if (all[0] !== undefined) checkAddress(all[0].address, rules)
  throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })
}

/** A resolver cannot be cancelled; a late result is ignored. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('the name was not resolved in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => reject(late), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function resolveBySystem(hostname: string): Promise<Resolved[]> {
  return lookup(hostname, { all: true, verbatim: true })
}

type LookupDone = (error: Error | null, addresses: string | Resolved[], family?: number) => void

/** The look-up of a connection; Node's `lookup` option. */
export type Lookup = (hostname: string, options: { all?: boolean }, done: LookupDone) => void

/** A look-up for one connection that returns the checked addresses without a second query. */
function fixedLookup(addresses: Resolved[]): Lookup {
  return (_hostname, options, done) => {
    const [first] = addresses
    if (options.all === true || first === undefined) done(null, addresses)
    else done(null, first.address, first.family)
  }
}
