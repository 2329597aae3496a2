import type { AppOptions } from './app.ts'
import { publicUrlOf, type Config } from './config.ts'
import type { Foundation } from './foundation.ts'
import type { Log } from '#kit/context.ts'

/** What an app needs to know, from the settings and what stands below it. */
export function appOptions(config: Config, { address, opsAddress, secrets }: Foundation, log: Log): AppOptions {
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
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
    isChecking: false,
    isWorking: true,
    now: () => new Date(),
    log,
    metricsToken: config.metricsToken,
    outboundAllowPrivate: config.outboundAllowPrivate,
  }
}
