import type { Log } from '#kit/call/context.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import type { Pools, StatementCheck } from '#platform/db/pools.ts'
import { ratesFrom, type Rates } from '#kit/call/rateClasses.ts'
import type { Settings } from '#kit/nouns/setting.ts'
import type { Sealer } from '#platform/http/idempotency.ts'
import type { GuardRules } from '#platform/net/guard.ts'
import type { SmtpSettings } from '#platform/mail/smtp.ts'
import { dataPaths } from '#platform/db/embedded/dataDirectory.ts'
import type { FilesPlace } from '#platform/files/open.ts'
import type { MediaMtxAddresses } from '#platform/video/mediamtx/mediaMtxAddresses.ts'
import type { Rung } from '#platform/video/renditions/rungs.ts'
import { mediaMtxOf, publicUrlOf, rtmpPortDefault, smtpOf, type Config } from './config.ts'
import { filesPlaceOf } from './filesSettings.ts'
import type { Foundation } from './foundation.ts'

/** Where live video listens and lies. */
export type LiveOptions = {
  host: string
  /** Undefined: no encoder by RTMP. `isRtmpPortChosen` false: another one is taken where it is in use. */
  rtmpPort: number | undefined
  isRtmpPortChosen: boolean
  /** Where encoders reach it; made from the public address when left out. */
  rtmpUrl: string | undefined
  rtmps: { port: number; certFile: string; keyFile: string } | undefined
  /** The MediaMTX that carries live video; undefined when this process does. */
  mediaMtx?: MediaMtxAddresses | undefined
  /** Where other servers of this installation reach this one; made from host and port when left out. */
  nodeUrl: string | undefined
  spoolFolder: string
  /** For downloads, clips and the like while they are worked on: emptied at the start, best on the disk of `files`. */
  workFolder: string
  ffmpegPath: string | undefined
  /** How far ffmpeg stands back for whatever serves, from 0 to 19; 15 when left out. */
  ffmpegNiceness?: number
  /** How many live sessions are made smaller at once, and to what; 720 and 480 lines when left out. */
  laddersMax: number
  rungs?: readonly Rung[]
  /** Interval of frames grabbed from live streams; a minute when left out. */
  frameEveryMs?: number
  files: FilesPlace
}

/** Everything that the platform needs to know of its surroundings. */
export type AppOptions = {
  address: DatabaseAddress
  poolSizeMax: number
  /** Most milliseconds of a statement of a reading operation; 2,000 when left out. */
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
  /** Checks every answer and refusal against the document: development and tests. */
  isChecking: boolean
  /** Looks at every statement before it is sent, and throws to refuse it: for tests. */
  checkStatement?: StatementCheck | undefined
  /** Which node this process is, over restarts: a UUID. */
  nodeId: string
  live: LiveOptions
  now(): Date
  log: Log
  products?: readonly Product[]
  /** Whether this process, once it listens, relays facts and runs jobs; several processes may share that work. */
  isWorking: boolean
  /** Where queues are kept, when not beside the accounts. */
  opsAddress?: DatabaseAddress
  /** Webhook endpoints and fetched addresses may be in private networks: development and tests. */
  outboundAllowPrivate?: boolean
  /** Resolves names of webhook endpoints and fetched addresses; the system's resolver when left out. */
  outboundResolve?: GuardRules['resolve']
  /** Where mails of live accounts leave; without it they are caught. */
  smtp?: SmtpSettings | undefined
  /** Connections in place of those to `address`: for measurements. */
  pools?: Pools
  /** Opens `/metrics` to other machines; without it only this machine may read them. */
  metricsToken?: string | undefined
  /** Lines that the log of the process had to drop. */
  droppedLines?: () => number
}

/** Options of the app, from the settings and the foundation. */
export function appOptions(config: Config, { address, opsAddress, secrets, nodeId }: Foundation, log: Log): AppOptions {
  return {
    address,
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
