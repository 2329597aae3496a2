import { isAbsolute, join, resolve } from 'node:path'
import type { SmtpSettings } from '#platform/mail/smtp.ts'
import { readAccessKey, readBucket, readPrefix, s3Mistakes } from '#platform/files/s3/s3Settings.ts'
import { StartProblem } from '#platform/startProblem.ts'
import type { MediaMtxAddresses } from '#platform/video/mediamtx/mediaMtxAddresses.ts'
import {
  headerName,
  key32,
  mailbox,
  onOff,
  oneOf,
  optional,
  originUrl,
  port,
  postgresUrl,
  proxies,
  rtmpAddress,
  smtpUrl,
  text,
  token,
  urlWord,
  whole,
} from './settingReaders.ts'

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
export const checkoutDir = join(import.meta.dirname, '../../../..')

/** What the pages of an audience load, as set-up built it. */
export const assetsDir = join(checkoutDir, 'packages/audience/dist')

/** The contract, as `npm run gen` wrote it. */
export const openApiFile = join(checkoutDir, 'openapi.json')

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
  nodeUrl: setting(
    'NODE_URL',
    'Address under which other servers of this installation reach this one, where there are several.',
    '`http://HOST:PORT`',
    optional(originUrl),
  ),
  liveEngine: setting(
    'LIVE_ENGINE',
    'What carries live video: `embedded`, this process, or `mediamtx`, one of yours, set up by `docs/mediamtx.yml`.',
    'embedded',
    oneOf('embedded', 'mediamtx'),
  ),
  mediaMtxApiUrl: setting('MEDIAMTX_API_URL', 'Its control API.', 'http://127.0.0.1:9997', originUrl),
  mediaMtxHlsUrl: setting('MEDIAMTX_HLS_URL', 'Its HLS server.', 'http://127.0.0.1:8888', originUrl),
  mediaMtxPlaybackUrl: setting('MEDIAMTX_PLAYBACK_URL', 'Its playback server.', 'http://127.0.0.1:9996', originUrl),
  mediaMtxSecret: secret(
    'MEDIAMTX_SECRET',
    'What it and this server know each other by; it stands in its settings as well.',
    optional(urlWord),
  ),
  rtmpPort: setting(
    'RTMP_PORT',
    'Port for encoders by RTMP; 0 takes a free one, `off` none.',
    '`1935`',
    optional(port),
  ),
  rtmpUrl: setting(
    'RTMP_URL',
    'Address under which encoders reach it, such as `rtmp://live.example.com/live`.',
    '`rtmp://host of PUBLIC_URL:RTMP_PORT/live`',
    optional(rtmpAddress),
  ),
  rtmpsPort: setting('RTMPS_PORT', 'Port for encoders over TLS; needs the two files below.', 'off', port),
  rtmpsCertFile: setting('RTMPS_CERT_FILE', 'Certificate chain in PEM.', '', optional(folder)),
  rtmpsKeyFile: setting('RTMPS_KEY_FILE', 'Its private key in PEM.', '', optional(folder)),
  ffmpegPath: setting(
    'FFMPEG_PATH',
    'The ffmpeg that converts videos and makes still images of them, where there is one.',
    '`ffmpeg` on the search path',
    optional(folder),
  ),
  liveLaddersMax: setting(
    'LIVE_LADDERS_MAX',
    'Live streams with `renditions: auto` that are made smaller at once; each takes about one processor.',
    '1',
    whole(0, 100),
  ),
  dataDir: setting('DATA_DIR', 'Folder for the embedded database, the master key and media.', 'data', folder),
  databaseUrl: secret(
    'DATABASE_URL',
    'PostgreSQL 15 to 18 to use instead of the embedded one; a direct connection.',
    optional(postgresUrl),
  ),
  opsDatabaseUrl: secret('OPS_DATABASE_URL', 'Another database for queues and leases.', optional(postgresUrl)),
  dbPoolSize: setting(
    'DB_POOL_SIZE',
    'Connections for transactions, at least 2; lists use half as many more (4 at least), point reads two.',
    '8',
    whole(2, 200),
  ),
  dbReadTimeoutMs: setting('DB_READ_TIMEOUT_MS', 'Milliseconds that a list may take.', '2000', whole(100, 15_000)),
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
  ratePublicPerSecond: rate('RATE_PUBLIC_PER_SECOND', 'Requests per second of one public key and network.', '20'),
  ratePublicBurst: rate('RATE_PUBLIC_BURST', 'How many of them at once.', '60'),
  rateBeaconPerSecond: rate(
    'RATE_BEACON_PER_SECOND',
    'Views, votes and heartbeats per second of one key, or of one network without a key.',
    '2000',
  ),
  rateKeysTogether: setting(
    'RATE_KEYS_TOGETHER',
    'Times the rate of one key that all secret keys of an account have together, and all public keys of one network.',
    '5',
    whole(1, 1_000),
  ),
  rateStaticPerSecond: rate(
    'RATE_STATIC_PER_SECOND',
    'Documentation, scripts, styles and unknown paths per second of one network; five times as many at once.',
    '100',
  ),
  rateMediaPerSecond: rate(
    'RATE_MEDIA_PER_SECOND',
    'Playlists and segments per second of one network, which may be that of a CDN; twice as many at once.',
    '10000',
  ),
  authFailuresPerMinute: rate('AUTH_FAILURES_PER_MINUTE', 'Wrong keys and passwords per minute of one network.', '20'),
  trustProxy: setting(
    'TRUST_PROXY',
    'Proxies whose `X-Forwarded-*` is believed: addresses and ranges, comma-separated, or `loopback`.',
    'off',
    proxies,
  ),
  countryHeader: setting(
    'COUNTRY_HEADER',
    'Header in which a proxy names the country of a viewer, such as `CF-IPCountry`; the proxy must overwrite it.',
    '',
    optional(headerName),
  ),
  outboundAllowPrivate: setting(
    'OUTBOUND_ALLOW_PRIVATE',
    'Lets webhooks and fetched addresses be private ones: for development only.',
    'off',
    onOff,
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    'Bucket of an object store that keeps media instead of `DATA_DIR/media`; it must be there.',
    '',
    optional(readBucket),
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    'Address of the object store, without the bucket.',
    '`https://s3.S3_REGION.amazonaws.com`',
    optional(originUrl),
  ),
  s3Region: setting('S3_REGION', 'Its region.', 'us-east-1', text),
  s3AccessKeyId: secret('S3_ACCESS_KEY_ID', 'Its access key.', optional(readAccessKey)),
  s3SecretAccessKey: secret('S3_SECRET_ACCESS_KEY', 'What belongs to the access key.', optional(readAccessKey)),
  s3Prefix: setting('S3_PREFIX', 'What names of objects begin with, such as `fairground/`.', '', optional(readPrefix)),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    '`on` where the bucket is in the path of an address, `off` where it is in the host.',
    'on',
    onOff,
  ),
  smtpUrl: secret(
    'SMTP_URL',
    'Mail server to send by: `smtps://user:password@host`, or `smtp://…` for STARTTLS; only on this machine without ' +
      'TLS. Without it mails are kept, and read by `fairground mail list`.',
    optional(smtpUrl),
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Who mails are from: `Ada <ada@example.com>`. Needed with `SMTP_URL`.',
    '',
    optional(mailbox),
  ),
  metricsToken: secret(
    'METRICS_TOKEN',
    'Bearer token that `/metrics` requires; without it only this machine may read them.',
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
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== ''
  if (isSet('SMTP_URL') !== isSet('MAIL_FROM')) mistakes.push('SMTP_URL and MAIL_FROM must be set together.')
  mistakes.push(...s3Mistakes(isSet))
  const tls = ['RTMPS_PORT', 'RTMPS_CERT_FILE', 'RTMPS_KEY_FILE'].filter(isSet)
  if (tls.length % 3 !== 0) mistakes.push('RTMPS_PORT, RTMPS_CERT_FILE and RTMPS_KEY_FILE must be set together.')
  const needsSecret = env['LIVE_ENGINE']?.trim() === 'mediamtx' && !isSet('MEDIAMTX_SECRET')
  if (needsSecret) mistakes.push('LIVE_ENGINE=mediamtx needs MEDIAMTX_SECRET.')
  if (mistakes.length > 0) throw new ConfigProblem(mistakes)
  // cast: every field of the table was read by its own reader just above
  return Object.fromEntries(read) as Config
}

/** Where encoders publish when nothing else was chosen. */
export const rtmpPortDefault = 1935

/** The address under which others reach the server; `port` is the one that it listens on. */
export function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? `http://localhost:${port}`
}

/** Where mails leave; undefined when they are kept. */
export function smtpOf({ smtpUrl, mailFrom }: Config): SmtpSettings | undefined {
  return smtpUrl === undefined || mailFrom === undefined ? undefined : { url: smtpUrl, from: mailFrom }
}

/** The MediaMTX that carries live video; undefined when this process does. */
export function mediaMtxOf(config: Config): MediaMtxAddresses | undefined {
  const { liveEngine, mediaMtxApiUrl: apiUrl, mediaMtxHlsUrl: hlsUrl, mediaMtxSecret: secret } = config
  if (liveEngine === 'embedded' || secret === undefined) return undefined
  return { apiUrl, hlsUrl, playbackUrl: config.mediaMtxPlaybackUrl, secret }
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

function folder(given: string): string {
  return isAbsolute(given) ? given : resolve(checkoutDir, given)
}
