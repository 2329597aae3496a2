import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { atMost } from '#platform/cache/cacheBound.ts'
import { FairSlots, type Party } from '#platform/db/fairSlots.ts'

/** An address of a host. */
export type Resolved = { address: string; family: number }

export type HostResolverOptions = {
  /** Addresses of name servers as `address:port`; those of the system when left out. */
  servers?: readonly string[]
  /** The system's list of local names. */
  hostsFile?: string
  /** Time-out in milliseconds for both address families together. */
  timeoutMs?: number
  /** Concurrent look-ups; an account has half of them. */
  lookupsMax?: number
  /** Path of a share, such as that of an account and its live account; the share alone when left out. */
  partyOf?: (share: string) => Promise<Party>
}

/** Look-ups of host names that accounts chose. */
export type HostResolver = {
  /**
   * The addresses of a host, IPv4 first. The look-up counts under `share`, an account. Rejects with a code: ENOTFOUND
   * when the name has no address, ETIMEDOUT when no name server responded in time.
   */
  resolve(hostname: string, share: string): Promise<Resolved[]>
  /** The addresses of `localhost` and of a name in the hosts file, without a wait; undefined for other names. */
  local(hostname: string): Resolved[] | undefined
  /**
   * The TXT records of a name, each in one piece; none for an unknown name. Rejects with a code when no name server
   * responds.
   */
  texts(hostname: string, share: string): Promise<string[]>
  /** The target of the CNAME record of a name; undefined without one. Rejects as `texts` does. */
  alias(hostname: string, share: string): Promise<string | undefined>
  /**
   * Whether a domain receives mail: it has an MX record that names a host (RFC 7505: `.` is none), or an address
   * without any MX record (RFC 5321, 5.1). Rejects as `texts` does.
   */
  receivesMail(domain: string, share: string): Promise<boolean>
}

const lookupsMaxDefault = 64
const waitingMax = 2_000
const timeoutMsDefault = 5_000
const tryTimeoutMs = 1_500
const triesMax = 2
/** Longest wait for the second address family after the first (RFC 8305 has 50 ms). */
const otherFamilyMs = 250
const cachedMax = 2_000
const ttlMsMax = 60_000
const notFoundMs = 5_000
const textsMax = 100
const loopback: Resolved[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Opens a resolver on c-ares. `getaddrinfo` blocks a thread of the pool for each silent name, so a few names stop all
 * look-ups and all file access. Here a look-up costs a socket, has a time-out, and an account has half of the slots.
 * Answers are cached for their TTL, at most 60 s; every connection checks the addresses again.
 */
export function openHostResolver(options: HostResolverOptions = {}): HostResolver {
  const { lookupsMax: slotsMax = lookupsMaxDefault, timeoutMs = timeoutMsDefault } = options
  const partyOf = options.partyOf ?? (async (share: string) => ({ path: [share] }))
  const slots = new FairSlots({ slotsMax, waitingMax, waitMaxMs: timeoutMs })
  const cached = new LRUCache<string, Found>(atMost(cachedMax))
  const pending = new Map<string, Promise<Resolved[]>>()
  const names = readHosts(options.hostsFile ?? systemHostsFile)

  const local = (hostname: string): Resolved[] | undefined => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    return names.get(name) ?? (/(^|\.)localhost$/.test(name) ? loopback : undefined)
  }
  const lookUp = async (hostname: string, share: string): Promise<Resolved[]> => {
    const slot = await takeSlot(slots, await partyOf(share))
    try {
      const found = await query(hostname, { servers: options.servers, timeoutMs })
      if (found.ttlMs > 0) cached.set(hostname, found, { ttl: found.ttlMs })
      return addressesOf(hostname, found)
    } finally {
      slots.release(slot)
    }
  }
  const inSlot = async (share: string, hostname: string, read: RecordReader): Promise<string[]> => {
    const slot = await takeSlot(slots, await partyOf(share))
    try {
      return await queryRecords(hostname, { servers: options.servers, timeoutMs }, read)
    } finally {
      slots.release(slot)
    }
  }
  const resolve = async (hostname: string, share: string): Promise<Resolved[]> => {
    const known = local(hostname)
    if (known !== undefined) return known
    const hit = cached.get(hostname)
    if (hit !== undefined) return addressesOf(hostname, hit)
    // An account joins its own look-ups only: those of another may wait for a slot.
    const key = `${share} ${hostname}`
    const running = pending.get(key) ?? lookUp(hostname, share).finally(() => pending.delete(key))
    pending.set(key, running)
    return running
  }
  return {
    local,
    resolve,
    texts: (hostname, share) => inSlot(share, hostname, readTexts),
    async alias(hostname, share) {
      const [target] = await inSlot(share, hostname, (resolver) => resolver.resolveCname(hostname))
      return target?.toLowerCase().replace(/\.$/, '')
    },
    async receivesMail(domain, share) {
      if (local(domain) !== undefined) return true
      const hosts = await inSlot(share, domain, readMailHosts)
      return hosts.length > 0 ? hosts.some((host) => host !== '') : hasAddress(resolve(domain, share))
    },
  }
}

type RecordReader = (resolver: Resolver, hostname: string) => Promise<string[]>

async function readTexts(resolver: Resolver, hostname: string): Promise<string[]> {
  return (await resolver.resolveTxt(hostname)).slice(0, textsMax).map((pieces) => pieces.join(''))
}

async function readMailHosts(resolver: Resolver, domain: string): Promise<string[]> {
  return (await resolver.resolveMx(domain)).map(({ exchange }) => exchange.replace(/\.$/, ''))
}

async function hasAddress(addresses: Promise<Resolved[]>): Promise<boolean> {
  try {
    return (await addresses).length > 0
  } catch (error) {
    if (hasNoAddress(error)) return false
    throw error
  }
}

/** Records of a name; none for an unknown name. */
async function queryRecords(hostname: string, how: QueryHow, read: RecordReader): Promise<string[]> {
  const resolver = resolverOf(how)
  const timer = setTimeout(() => resolver.cancel(), how.timeoutMs)
  try {
    return await read(resolver, hostname)
  } catch (error) {
    if (hasNoAddress(error)) return []
    throw coded(codeOf(error), `${hostname} was not resolved`, error)
  } finally {
    clearTimeout(timer)
  }
}

async function takeSlot(slots: FairSlots, party: Party) {
  try {
    return await slots.take(party)
  } catch (error) {
    throw coded('ETIMEDOUT', 'the look-up waited too long for other look-ups', error)
  }
}

/** The result of a look-up that ended; no addresses where the name has none. */
type Found = { addresses: Resolved[]; ttlMs: number }

type QueryHow = { servers: readonly string[] | undefined; timeoutMs: number }

/** Each look-up has its own resolver, because cancelling ends all queries of a resolver. */
function resolverOf({ servers }: QueryHow): Resolver {
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries: triesMax })
  if (servers !== undefined) resolver.setServers(servers)
  return resolver
}

async function query(hostname: string, how: QueryHow): Promise<Found> {
  const resolver = resolverOf(how)
  const timers = [setTimeout(() => resolver.cancel(), how.timeoutMs)]
  const addressesIn = async (answer: Promise<{ address: string; ttl: number }[]>, family: number) => {
    const records = await answer
    timers.push(setTimeout(() => resolver.cancel(), otherFamilyMs))
    return records.map(({ address, ttl }) => ({ address, ttl, family }))
  }
  const answers = await Promise.allSettled([
    addressesIn(resolver.resolve4(hostname, { ttl: true }), 4),
    addressesIn(resolver.resolve6(hostname, { ttl: true }), 6),
  ])
  for (const timer of timers) clearTimeout(timer)
  const records = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const addresses = records.map(({ address, family }) => ({ address, family }))
  if (addresses.length > 0) {
    return { addresses, ttlMs: Math.min(ttlMsMax, 1_000 * Math.min(...records.map(({ ttl }) => ttl))) }
  }
  const errors = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const failed = errors.find((error) => !hasNoAddress(error))
  if (failed !== undefined) throw coded(codeOf(failed), `${hostname} was not resolved`, failed)
  return { addresses, ttlMs: notFoundMs }
}

function addressesOf(hostname: string, { addresses }: Found): Resolved[] {
  if (addresses.length === 0) throw coded('ENOTFOUND', `${hostname} has no address`)
  return addresses
}

function hasNoAddress(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(String(Object(error).code))
}

/** The code of c-ares in the system's form: a cancelled query timed out. */
function codeOf(error: unknown): string {
  const code = String(Object(error).code)
  return code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'ETIMEDOUT' : code
}

function coded(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

const systemHostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** Reads the names of a hosts file with their addresses. */
function readHosts(path: string): ReadonlyMap<string, Resolved[]> {
  const names = new Map<string, Resolved[]>()
  for (const line of textOf(path).split('\n')) {
    const [address = '', ...hosts] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const host of hosts.map((each) => each.toLowerCase())) {
      names.set(host, [...(names.get(host) ?? []), { address, family }])
    }
  }
  return names
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
