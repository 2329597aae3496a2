import type { Log } from '#kit/call/context.ts'
import { ratesOf } from '#kit/call/rateClasses.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'

/** Database address from the environment of a subject. */
export function addressOf(env: NodeJS.ProcessEnv): DatabaseAddress {
  // cast: the bench wrote this variable with JSON.stringify of an address.
  return JSON.parse(env['BENCH_ADDRESS'] ?? '{}') as DatabaseAddress
}

/** A log of errors only. */
export const quietLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (message, more) => console.error(message, more),
}

/** Limits above every load. */
export const openRates = ratesOf(() => ({ perSecond: 1e9, burst: 1e9 }))

/** Settings of products, each at its default. */
export const defaultSettings = readSettings(productSettings, {})
