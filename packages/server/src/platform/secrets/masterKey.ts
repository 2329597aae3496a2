import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { nameOf, type Session } from '#platform/db/connect.ts'
import { errnoOf, StartProblem } from '#platform/startProblem.ts'

/** A master key and its source. `isNew`: this call created it. */
export type MasterKey = { key: Buffer; source: string; isNew: boolean }

const keyBytes = 32
const settingName = 'master_key_fingerprint'

/** The given key, else that of the file, which is created with mode 0600 if it is missing. Throws `master_key`. */
export async function openMasterKey(given: Buffer | undefined, file: string): Promise<MasterKey> {
  if (given !== undefined) return { key: given, source: 'MASTER_KEY', isNew: false }
  const found = await readKey(file)
  if (found !== undefined) return { key: found, source: file, isNew: false }
  const isNew = await writeKey(file, randomBytes(keyBytes))
  const key = await readKey(file)
  if (key === undefined)
    throw new StartProblem('master_key', `The master key ${file} vanished while it was being made.`)
  return { key, source: file, isNew }
}

/**
 * Binds a database to a master key at its first start, and refuses any other key later: with a wrong key no API key
 * would be found and no sealed value could be opened. A new key for a bound database is deleted again.
 */
export async function checkFingerprint(session: Session, fingerprint: string, masterKey: MasterKey): Promise<void> {
  const { client, address } = session
  await client.query('insert into ops_setting (name, value) values ($1, $2) on conflict (name) do nothing', [
    settingName,
    fingerprint,
  ])
  const { rows } = await client.query<{ value: string }>('select value from ops_setting where name = $1', [settingName])
  const bound = rows[0]?.value
  if (bound === fingerprint) return
  if (masterKey.isNew) await rm(masterKey.source, { force: true })
  const offered = masterKey.isNew
    ? `and there is none in ${masterKey.source}`
    : `not the one of ${masterKey.source} (${fingerprint})`
  throw new StartProblem(
    'master_key',
    `The database ${nameOf(address)} belongs to another master key (fingerprint ${bound}), ${offered}: ` +
      'set MASTER_KEY to that key, or bring its file back.',
  )
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === keyBytes) return key
  throw new StartProblem('master_key', `${file} holds no master key (32 bytes in base64): bring the file back.`)
}

/**
 * Written and synced before it has its name, so that a crash leaves a whole key or none. False for an existing file.
 */
async function writeKey(file: string, key: Buffer): Promise<boolean> {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(fresh, file)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(fresh, { force: true })
  }
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
  return true
}
