import { secretSetting, setting, settingGroup, wholeNumber } from '#kit/nouns/setting.ts'
import { key32, onOff, optional, path, postgresUrl } from '#platform/settings/settingReaders.ts'

/** Settings of the database and of the master key beside it. */
export const databaseSettings = settingGroup('Database and secrets', {
  dataDir: setting('DATA_DIR', 'Folder for the embedded database, the master key and media.', {
    fallback: 'data',
    read: path,
  }),
  databaseUrl: secretSetting(
    'DATABASE_URL',
    'PostgreSQL 15 to 18 to use instead of the embedded one.',
    optional(postgresUrl),
  ),
  opsDatabaseUrl: secretSetting('OPS_DATABASE_URL', 'Another database for queues and leases.', optional(postgresUrl)),
  directDatabaseUrl: secretSetting(
    'DIRECT_DATABASE_URL',
    'The same database without its pooler, when `DATABASE_URL` leads to PgBouncer: for migrations and notifications.',
    optional(postgresUrl),
  ),
  dbPoolSize: setting(
    'DB_POOL_SIZE',
    'Connections for transactions, at least 2; lists use half as many more (4 at least), point reads two.',
    { fallback: '8', read: wholeNumber(2, 200) },
  ),
  dbReadTimeoutMs: setting('DB_READ_TIMEOUT_MS', 'Milliseconds that a list may take.', {
    fallback: '2000',
    read: wholeNumber(100, 15_000),
  }),
  pgPrepare: setting('PG_PREPARE', 'Named statements; `off` behind a PgBouncer older than 1.21.', {
    fallback: 'on',
    read: onOff,
  }),
  masterKey: secretSetting(
    'MASTER_KEY',
    '32 random bytes in base64 or hex that protect everything secret. Left out, one is made in `DATA_DIR/master.key`.',
    optional(key32),
  ),
})
