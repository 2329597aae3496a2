import { isAbsolute, join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { StartProblem } from '#platform/startProblem.ts'

/** One setting: an environment variable, what it means, and how its text is read. `read` throws what is expected. */
type Setting<T> = { name: string; about: string; fallback: string; isSecret: boolean; read: (text: string) => T }

/** Everything that an operator can set. Values are checked; `undefined` means that the setting was left out. */
export type Config = { [K in keyof typeof table]: ReturnType<(typeof table)[K]['read']> }

/** All mistakes of a configuration at once, one sentence each. */
export class ConfigProblem extends StartProblem {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super('configuration', mistakes.join('\n'))
    this.name = 'ConfigProblem'
    this.mistakes = mistakes
  }
}

/** The folder of the checkout, against which relative paths in settings are resolved. */
export const checkoutDir = join(import.meta.dirname, '../../..')

/** What the pages of an audience load, as set-up built it. */
export const assetsDir = join(checkoutDir, 'packages/audience/dist')

const rateMax = 1_000_000

const table = {
  port: setting('PORT', 'Port to listen on; 0 takes a free one.', '8080', whole(0, 65_535)),
  host: setting('HOST', 'Address to listen on; `0.0.0.0` or `::` for all.', '127.0.0.1', text),
  publicUrl: setting(
    'PUBLIC_URL',
    'Address under which others reach this server, without a path.',
    '`http://localhost:PORT`',
    optional(originUrl),
  ),
  dataDir: setting('DATA_DIR', 'Folder for the embedded database and the master key.', 'data', folder),
  databaseUrl: secret(
    'DATABASE_URL',
    'PostgreSQL 15 to 18 to use instead of the embedded one; a direct connection.',
    optional(postgresUrl),
  ),
  opsDatabaseUrl: secret('OPS_DATABASE_URL', 'Another database for queues and leases.', optional(postgresUrl)),
  dbPoolSize: setting(
    'DB_POOL_SIZE',
    'Connections for transactions, at least 2; reads use two more.',
    '8',
    whole(2, 200),
  ),
  pgPrepare: setting('PG_PREPARE', 'Named statements; `off` behind a PgBouncer older than 1.21.', 'on', onOff),
  masterKey: secret(
    'MASTER_KEY',
    '32 random bytes in base64 or hex that protect everything secret. Left out, one is made in `DATA_DIR/master.key`.',
    optional(key32),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '`debug`, `info`, `warn` or `error`.',
    'info',
    oneOf('debug', 'info', 'warn', 'error'),
  ),
  logFormat: setting('LOG_FORMAT', '`json` for machines, `pretty` for people.', 'json', oneOf('json', 'pretty')),
  rateSecretPerSecond: rate('RATE_SECRET_PER_SECOND', 'Requests per second of one secret or restricted key.', '100'),
  rateSecretBurst: rate('RATE_SECRET_BURST', 'How many of them at once.', '200'),
  rateTestPerSecond: rate('RATE_TEST_PER_SECOND', 'Requests per second of one test key; twice as many at once.', '25'),
  ratePublicPerSecond: rate('RATE_PUBLIC_PER_SECOND', 'Requests per second of one public key and address.', '20'),
  ratePublicBurst: rate('RATE_PUBLIC_BURST', 'How many of them at once.', '60'),
  rateBeaconPerSecond: rate('RATE_BEACON_PER_SECOND', 'Views, votes and heartbeats per second of one key.', '2000'),
  authFailuresPerMinute: rate('AUTH_FAILURES_PER_MINUTE', 'Failed authentications per minute of one address.', '20'),
  trustProxy: setting(
    'TRUST_PROXY',
    'Proxies whose `X-Forwarded-*` is believed: addresses and ranges, comma-separated, or `loopback`.',
    'off',
    proxies,
  ),
  outboundAllowPrivate: setting(
    'OUTBOUND_ALLOW_PRIVATE',
    'Lets webhooks and fetched addresses be private ones: for development only.',
    'off',
    onOff,
  ),
  metricsToken: secret(
    'METRICS_TOKEN',
    'Bearer token that `/metrics` then asks everybody for; without it only this machine may read them.',
    optional(token),
  ),
} satisfies Record<string, Setting<unknown>>

/** Reads the settings from the environment; an empty variable counts as left out. Throws `ConfigProblem`. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const read = Object.entries(table).map(([field, { name, fallback, isSecret, read }]) => {
    const given = env[name]?.trim() ?? ''
    try {
      return [field, read(given === '' ? plainFallback(fallback) : given)]
    } catch (error) {
      const shown = isSecret ? '' : ` (it is "${given}")`
      mistakes.push(`${name} must be ${error instanceof Error ? error.message : 'valid'}${shown}.`)
      return [field, undefined]
    }
  })
  if (mistakes.length > 0) throw new ConfigProblem(mistakes)
  // cast: every field of the table was read by its own reader just above
  return Object.fromEntries(read) as Config
}

/** The address under which others reach the server; `port` is the one that it listens on. */
export function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? `http://localhost:${port}`
}

/** The table of settings in Markdown, for the README. */
export function settingsMarkdown(): string {
  const rows = Object.values(table).map(({ name, about, fallback, isSecret }) => {
    const shown = fallback === '' ? '–' : fallback.startsWith('`') ? fallback : `\`${fallback}\``
    return `| \`${name}\` | ${shown} | ${about}${isSecret ? ' Secret.' : ''} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function setting<T>(name: string, about: string, ...[fallback, read]: [string, (text: string) => T]): Setting<T> {
  return { name, about, fallback, isSecret: false, read }
}

function secret<T>(name: string, about: string, read: (text: string) => T): Setting<T> {
  return { name, about, fallback: '', isSecret: true, read }
}

function rate(name: string, about: string, fallback: string): Setting<number> {
  return setting(name, about, fallback, whole(1, rateMax))
}

/** A default in backquotes is prose for the reader: the setting is then worked out elsewhere. */
function plainFallback(fallback: string): string {
  return fallback.startsWith('`') ? '' : fallback
}

function optional<T>(read: (text: string) => T): (text: string) => T | undefined {
  return (given) => (given === '' ? undefined : read(given))
}

function text(given: string): string {
  if (/\s/.test(given)) throw new Error('one word without spaces')
  return given
}

function whole(min: number, max: number): (text: string) => number {
  return (given) => {
    const value = Number(given)
    if (/^\d+$/.test(given) && value >= min && value <= max) return value
    throw new Error(`a whole number from ${min} to ${max}`)
  }
}

function onOff(given: string): boolean {
  if (given === 'on' || given === 'off') return given === 'on'
  throw new Error('on or off')
}

function oneOf<const T extends string>(...allowed: T[]): (text: string) => T {
  return (given) => {
    const found = allowed.find((each) => each === given)
    if (found !== undefined) return found
    throw new Error(`one of ${allowed.join(', ')}`)
  }
}

function folder(given: string): string {
  return isAbsolute(given) ? given : resolve(checkoutDir, given)
}

function originUrl(given: string): string {
  const url = URL.parse(given)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  if (isOrigin) return url.origin
  throw new Error('an http or https address without a path, such as https://api.example.com')
}

function postgresUrl(given: string): string {
  const url = URL.parse(given)
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return given
  throw new Error('an address such as postgres://user:password@host:5432/database')
}

function key32(given: string): Buffer {
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64url')
  if (/^[A-Za-z0-9+/_-]+=*$/.test(given) && bytes.length === 32) return bytes
  throw new Error('32 bytes in base64 (44 characters) or hex (64), such as `openssl rand -base64 32` makes')
}

function token(given: string): string {
  if (/^[\x21-\x7e]{16,200}$/.test(given)) return given
  throw new Error('16 to 200 printable characters without spaces')
}

function proxies(given: string): false | string[] {
  if (given === 'off') return false
  const parts = given.split(',').map((part) => part.trim())
  const isAddress = (part: string) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)
  if (parts.every((part) => part === 'loopback' || isAddress(part))) return parts
  throw new Error('off, or addresses and ranges such as 10.0.0.0/8, separated by commas')
}
