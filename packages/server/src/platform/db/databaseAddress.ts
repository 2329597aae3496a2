/** The setting that an address came from, named in what is wrong with it. Left out: `DATABASE_URL`. */
export type DatabaseSetting = 'DATABASE_URL' | 'OPS_DATABASE_URL'

/** Where a database is and as whom to speak to it: what `pg` takes as its settings. */
export type DatabaseAddress =
  | { connectionString: string; setting?: DatabaseSetting }
  | { host: string; port: number; user: string; database: string }

/** The setting to correct when something is wrong with an address. */
export function settingOf(address: DatabaseAddress): DatabaseSetting {
  return ('connectionString' in address ? address.setting : undefined) ?? 'DATABASE_URL'
}
