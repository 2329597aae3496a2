/** Where a database is and as whom to speak to it: what `pg` takes as its settings. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }
