import type { Log } from '#kit/call/context.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'

/** The address that a subject was handed. */
export function addressOf(env: NodeJS.ProcessEnv): DatabaseAddress {
  // cast: the bench wrote this variable with JSON.stringify of an address.
  return JSON.parse(env['BENCH_ADDRESS'] ?? '{}') as DatabaseAddress
}

/** A log that says nothing but what went wrong. */
export const quietLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (message, more) => console.error(message, more),
}

const open = (name: string) => ({ name, perSecond: 1e9, burst: 1e9 })

/** Limits that no load runs into. */
export const openRates = {
  secret: open('secret'),
  test: open('test'),
  public: open('public'),
  beacon: open('beacon'),
  account: open('account'),
  accountBeacon: open('account-beacon'),
  accountTest: open('account-test'),
  network: open('network'),
  networkBeacon: open('network-beacon'),
  static: open('static'),
  media: open('media'),
  failedAuth: open('failed-authentication'),
  refused: open('refused'),
}
