/** Setting that an address came from, for error messages; `DATABASE_URL` when left out. */
export type DatabaseSetting = 'DATABASE_URL' | 'DIRECT_DATABASE_URL' | 'OPS_DATABASE_URL'

/** Address and credentials of a database, as `pg` takes them. */
export type DatabaseAddress =
  | { connectionString: string; setting?: DatabaseSetting }
  | { host: string; port: number; user: string; database: string }

/** The setting to correct when an address is wrong. */
export function settingOf(address: DatabaseAddress): DatabaseSetting {
  return ('connectionString' in address ? address.setting : undefined) ?? 'DATABASE_URL'
}
