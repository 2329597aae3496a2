import type { Account } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'

/** Result of one check of the server. `advice` is the remedy of a warning or failure. */
export type HealthCheck = { check: string; result: 'ok' | 'warn' | 'fail'; says: string; advice?: string }

/** A setting of the server: its environment variable, and its value; null for a secret and one that is not set. */
export type SettingValue = {
  name: string
  group: string
  about: string
  isSecret: boolean
  isSet: boolean
  value: string | null
}

/** Health of this server. */
export type ServerHealth = {
  settings: readonly SettingValue[]
  /** Runs every check; the results may be ten seconds old. */
  examine(): Promise<HealthCheck[]>
  /** Checks the data folder and its free space; the results may be a minute old. */
  lookAtDisk(): Promise<HealthCheck[]>
  /** Whether an account is that of the operator of this server. */
  isOperator(account: Account): Promise<boolean>
}

/** Health and settings of the whole server, for the account of its operator. */
export const serverHealthPort = port<ServerHealth>('serverHealth', {
  examine: 'leaves',
  lookAtDisk: 'leaves',
  isOperator: 'leaves',
})
