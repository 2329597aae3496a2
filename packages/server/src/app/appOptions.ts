import type { Log } from '#kit/call/context.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import type { Pools, StatementCheck } from '#platform/db/pools.ts'
import { ratesFrom, type Rates } from '#kit/call/rateClasses.ts'
import type { Settings } from '#kit/nouns/setting.ts'
import type { OpenTemplates } from '#platform/templates/templates.ts'
import type { Sealer } from '#platform/http/idempotency.ts'
import type { GuardRules } from '#platform/net/guard.ts'
import type { SmtpSettings } from '#platform/mail/smtp.ts'
import { dataPaths } from '#platform/db/embedded/dataDirectory.ts'
import type { FilesPlace } from '#platform/files/open.ts'
import type { MediaMtxAddresses } from '#platform/video/mediamtx/mediaMtxAddresses.ts'
import type { Rung } from '#platform/video/renditions/rungs.ts'
import { listSettings, mediaMtxOf, publicUrlOf, rtmpPortDefault, smtpOf, type Config } from './config.ts'
import { filesPlaceOf } from './filesSettings.ts'
import type { Foundation } from './foundation.ts'
import type { HealthSources } from './serverHealth.ts'

/** Addresses, folders and limits of live video. */
export type LiveOptions = {
  host: string
  /** Undefined without RTMP. With `isRtmpPortChosen` false a free port replaces one that is in use. */
  rtmpPort: number | undefined
  isRtmpPortChosen: boolean
  /** Address for encoders; derived from the public address when left out. */
  rtmpUrl: string | undefined
  rtmps: { port: number; certFile: string; keyFile: string } | undefined
  /** Addresses of MediaMTX; undefined when this process carries live video. */
  mediaMtx?: MediaMtxAddresses | undefined
  /** Address of this process for other nodes; derived from host and port when left out. */
  nodeUrl: string | undefined
  spoolFolder: string
  /** Folder of unfinished downloads and clips: emptied at the start, best on the disk of `files`. */
  workFolder: string
  ffmpegPath: string | undefined
  /** Niceness of ffmpeg, from 0 to 19; 15 when left out. */
  ffmpegNiceness?: number
  /** Concurrent live sessions with renditions, and their sizes; 720 and 480 lines when left out. */
  laddersMax: number
  rungs?: readonly Rung[]
  /** Interval of frames grabbed from live streams; a minute when left out. */
  frameEveryMs?: number
  files: FilesPlace
}

/** Settings, secrets and addresses of an app. */
export type AppOptions = {
  address: DatabaseAddress
  poolSizeMax: number
  /** Time limit for a statement of a reading operation, in milliseconds; 2,000 when left out. */
  readTimeoutMs?: number | undefined
  isPreparing: boolean
  publicUrl: string
  trustProxy: boolean | string | string[]
  /** Header in which a proxy in front names the country of the caller, in lower case. */
  countryHeader?: string | undefined
  rates: Rates
  /** Values of the settings that products declare. */
  settings: Settings
  /** A key of 32 bytes for one purpose, derived from the master key. */
  subkey(purpose: string): Buffer
  sealer: Sealer
  /** Checks every response against the OpenAPI document: development and tests. */
  isChecking: boolean
  /** Called with every statement before it is sent; throws to refuse it: for tests. */
  checkStatement?: StatementCheck | undefined
  /** Id of this node, the same over restarts: a UUID. */
  nodeId: string
  live: LiveOptions
  now(): Date
  log: Log
  products?: readonly Product[]
  /** Whether this process, once it listens, relays facts and runs jobs; several processes may share that work. */
  isWorking: boolean
  /** Database of queues and leases; that of the accounts when left out. */
  opsAddress?: DatabaseAddress
  /** The database without its pooler, for notifications; `address` when left out. */
  directAddress?: DatabaseAddress
  /** Webhook endpoints and fetched addresses may be in private networks: development and tests. */
  outboundAllowPrivate?: boolean
  /** Resolver for names of webhook endpoints and fetched addresses; the system's resolver when left out. */
  outboundResolve?: GuardRules['resolve']
  /** Name servers as `address:port`; those of the system when left out. */
  nameServers?: readonly string[] | undefined
  /** Mail server for mails of live accounts; without one they are caught. */
  smtp?: SmtpSettings | undefined
  /** Pools that replace those to `address`: for measurements. */
  pools?: Pools
  /** Templates that replace those of the app, which closes them as its own: for tests. */
  templates?: OpenTemplates
  /** Token that opens `/metrics` to other machines; without one only this machine may read them. */
  metricsToken?: string | undefined
  /** Checks and settings of the whole server, and the accounts that see them. */
  health?: HealthSources
  /** Count of log lines that were dropped. */
  droppedLines?: () => number
}

/** Options of the app, from the settings and the foundation. */
export function appOptions(config: Config, foundation: Foundation, log: Log): AppOptions {
  const { address, directAddress, opsAddress, secrets, nodeId } = foundation
  return {
    address,
    directAddress,
    opsAddress,
    poolSizeMax: config.dbPoolSize,
    readTimeoutMs: config.dbReadTimeoutMs,
    isPreparing: config.pgPrepare,
    publicUrl: publicUrlOf(config, config.port),
    trustProxy: config.trustProxy,
    countryHeader: config.countryHeader,
    rates: ratesFrom(config),
    settings: config.settings,
    nodeId,
    live: liveOptions(config),
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
    isChecking: false,
    isWorking: true,
    now: () => new Date(),
    log,
    metricsToken: config.metricsToken,
    outboundAllowPrivate: config.outboundAllowPrivate,
    smtp: smtpOf(config),
    health: {
      // The checks load what a start does without, such as the client of object stores.
      examine: async () => (await import('./doctor/examination.ts')).examineServer(config, log, false),
      lookAtDisk: async () => (await import('./doctor/diagnosis.ts')).lookAtDataDir(config),
      settings: listSettings(process.env),
      operators: 'oldest',
    },
  }
}

function liveOptions(config: Config): LiveOptions {
  const { host, rtmpUrl, nodeUrl, rtmpsPort, rtmpsCertFile: certFile, rtmpsKeyFile: keyFile } = config
  const rtmpPort = config.rtmpPort ?? rtmpPortDefault
  const hasTls = rtmpsPort !== 'off' && certFile !== undefined && keyFile !== undefined
  return {
    host,
    rtmpUrl,
    nodeUrl,
    mediaMtx: mediaMtxOf(config),
    rtmpPort: rtmpPort === 'off' ? undefined : rtmpPort,
    isRtmpPortChosen: config.rtmpPort !== undefined,
    rtmps: hasTls ? { port: rtmpsPort, certFile, keyFile } : undefined,
    spoolFolder: dataPaths(config.dataDir).spool,
    workFolder: dataPaths(config.dataDir).work,
    ffmpegPath: config.ffmpegPath,
    laddersMax: config.liveLaddersMax,
    files: filesPlaceOf(config),
  }
}
