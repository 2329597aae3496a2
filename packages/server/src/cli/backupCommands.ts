import { join } from 'node:path'
import { readConfig } from '#app/config.ts'
import { backup } from '#platform/db/backup.ts'
import { dataPaths, exists } from '#platform/db/embedded/dataDirectory.ts'
import { restore } from '#platform/db/restore.ts'
import { openMasterKey } from '#platform/secrets/masterKey.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { StartProblem } from '#platform/startProblem.ts'
import { exitCodes, UsageError, type Command, type Given } from './command.ts'
import { reachDatabase } from '#app/doctor/databaseReach.ts'
import { pathFrom } from './terminal.ts'

/** Backups of the embedded database. */
export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    about: 'Copies the embedded database, while it serves, into a new folder. The master key is not in it.',
    positionals: [{ name: 'folder', about: 'The same as --to.', isRequired: false }],
    options: {
      to: { value: 'folder', about: 'A folder that does not exist yet; DATA_DIR/backups/<time> when left out.' },
    },
    examples: ['backup /mnt/backups/monday'],
    run: makeBackup,
  },
  {
    name: 'restore',
    about: 'Puts a backup into DATA_DIR and reads every row of it once. The server must not run.',
    positionals: [{ name: 'folder', about: 'The backup.', isRequired: false }],
    options: {
      from: { value: 'folder', about: 'The same as <folder>.' },
      replace: { about: 'Sets a database that is there aside, under postgres.before-<time>.' },
    },
    examples: ['restore /mnt/backups/monday --replace'],
    run: restoreBackup,
  },
]

async function makeBackup(given: Given): Promise<number> {
  const config = readConfig(given.terminal.env)
  const reached = await reachDatabase(config)
  try {
    if (reached.admin === undefined) {
      throw new StartProblem(
        'backup',
        'DATABASE_URL is set: back up that PostgreSQL with its own tools (pg_basebackup).',
      )
    }
    const target = folderGiven(given, 'to') ?? join(config.dataDir, 'backups', stamp(new Date()))
    const manifest = await backup({ dataDir: config.dataDir, admin: reached.admin, target })
    const { createdAt, schemaVersion, masterKeyFingerprint, files } = manifest
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    given.output.record({ folder: target, createdAt, files: files.length, bytes, schemaVersion, masterKeyFingerprint })
    const key = config.masterKey === undefined ? dataPaths(config.dataDir).masterKey : 'MASTER_KEY'
    given.output.note(`The master key (${key}) is not in it: keep it elsewhere, for nothing opens without it.`)
    return exitCodes.done
  } finally {
    await reached.stop()
  }
}

async function restoreBackup(given: Given): Promise<number> {
  const config = readConfig(given.terminal.env)
  const from = folderGiven(given, 'from')
  if (from === undefined) throw new UsageError('`restore` needs <folder>, the backup.')
  const keyFile = dataPaths(config.dataDir).masterKey
  const { manifest, tables, rows, setAside } = await restore({
    backup: from,
    dataDir: config.dataDir,
    fingerprint: await fingerprintOf(config.masterKey, keyFile),
    isReplacing: given.flag('replace'),
  })
  const { createdAt, schemaVersion } = manifest
  given.output.record({ dataDir: config.dataDir, from, createdAt, schemaVersion, tables, rows, setAside })
  if (config.masterKey !== undefined && !(await exists(keyFile)))
    given.output.aside(`\`npm start\` needs the same MASTER_KEY, or its file at ${keyFile}.`)
  return exitCodes.done
}

/** Fingerprint of the master key; undefined without one. No new key is made, since it would not fit the database. */
async function fingerprintOf(given: Buffer | undefined, file: string): Promise<string | undefined> {
  if (given !== undefined) return openSecrets(given).fingerprint
  return (await exists(file)) ? openSecrets((await openMasterKey(undefined, file)).key).fingerprint : undefined
}

/** Path of the folder, a positional argument or an option. Undefined without either. Throws UsageError for both. */
function folderGiven(given: Given, option: string): string | undefined {
  const [word, named] = [given.text('folder'), given.text(option)]
  if (word !== undefined && named !== undefined)
    throw new UsageError(`The folder is given twice: ${word} and --${option} ${named}.`)
  const path = word ?? named
  return path === undefined ? undefined : pathFrom(given.terminal, path)
}

function stamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
