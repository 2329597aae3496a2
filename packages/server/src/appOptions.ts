import type { Log } from '#kit/context.ts'
import type { Product } from '#kit/product.ts'
import type { DatabaseAddress } from '#platform/db/address.ts'
import type { Pools } from '#platform/db/pools.ts'
import type { Rates } from '#platform/http/caller.ts'
import type { Sealer } from '#platform/http/idempotency.ts'
import type { SmtpSettings } from '#platform/mail/smtp.ts'
import { publicUrlOf, smtpOf, type Config } from './config.ts'
import type { Foundation } from './foundation.ts'

/** Everything that the platform needs to know of its surroundings. */
export type AppOptions = {
  address: DatabaseAddress
  poolSizeMax: number
  isPreparing: boolean
  publicUrl: string
  trustProxy: boolean | string | string[]
  rates: Rates
  /** A key of 32 bytes for one purpose, derived from the master key. */
  subkey(purpose: string): Buffer
  sealer: Sealer
  /** Checks every answer and refusal against the document: development and tests. */
  isChecking: boolean
  /** Which node this process is, over restarts: a UUID. */
  nodeId: string
  now(): Date
  log: Log
  products?: readonly Product[]
  /** Whether this process, once it listens, relays facts and runs jobs; several processes may share that work. */
  isWorking: boolean
  /** Where queues are kept, when not beside the accounts. */
  opsAddress?: DatabaseAddress
  /** Webhook endpoints and fetched addresses may be in private networks: development and tests. */
  outboundAllowPrivate?: boolean
  /** Where mails of live accounts leave; without it they are caught. */
  smtp?: SmtpSettings | undefined
  /** Connections in place of those to `address`: for measurements. */
  pools?: Pools
  /** Opens `/metrics` to other machines; without it only this machine may read them. */
  metricsToken?: string | undefined
  /** Lines that the log of the process had to drop. */
  droppedLines?: () => number
}

/** What an app needs to know, from the settings and what stands below it. */
export function appOptions(config: Config, { address, opsAddress, secrets, nodeId }: Foundation, log: Log): AppOptions {
  return {
    address,
    opsAddress,
    poolSizeMax: config.dbPoolSize,
    isPreparing: config.pgPrepare,
    publicUrl: publicUrlOf(config, config.port),
    trustProxy: config.trustProxy,
    rates: {
      secret: { name: 'secret', perSecond: config.rateSecretPerSecond, burst: config.rateSecretBurst },
      test: { name: 'test', perSecond: config.rateTestPerSecond, burst: 2 * config.rateTestPerSecond },
      public: { name: 'public', perSecond: config.ratePublicPerSecond, burst: config.ratePublicBurst },
      beacon: { name: 'beacon', perSecond: config.rateBeaconPerSecond, burst: config.rateBeaconPerSecond },
      failedAuth: {
        name: 'failed-authentication',
        perSecond: config.authFailuresPerMinute / 60,
        burst: config.authFailuresPerMinute,
      },
    },
    nodeId,
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
