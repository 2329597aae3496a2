import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { startEmbedded, type Embedded } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import type { Environment } from '#kit/nouns/setting.ts'
import { done, runHere, runProcess, type Done } from '#test/world/commandLine.ts'
import { bareEnvironment } from '#test/world/runningProcess.ts'

const masterKey = Buffer.alloc(32, 7)
let home = ''
let database: Embedded

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'fairground-cli-backup-'))
  database = await startEmbedded({ dataDir: join(home, 'data') })
  await migrate(database.address)
  const { fingerprint } = openSecrets(masterKey)
  await query('insert into ops_setting (name, value) values ($1, $2)', ['master_key_fingerprint', fingerprint])
})

after(async () => {
  await database?.stop()
  await rm(home, { recursive: true, force: true })
})

async function query(text: string, values: string[]): Promise<void> {
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

function fairground(args: readonly string[], env: Environment): Promise<Done> {
  return done(runHere(args, env, home))
}

test('a backup is written to the named folder, and restored on a machine with the master key alone', async () => {
  const made = await fairground(['backup', './backups/monday'], { DATA_DIR: join(home, 'data') })
  assert.equal(made.code, 0, made.err)
  assert.ok((await readdir(join(home, 'backups/monday'))).includes('manifest.json'))

  const withFile = join(home, 'new')
  await mkdir(withFile)
  await writeFile(join(withFile, 'master.key'), `${masterKey.toString('base64')}\n`, { mode: 0o600 })
  const ownEnv = { ...bareEnvironment(home), INIT_CWD: home, DATA_DIR: withFile }
  const restored = await done(runProcess(['restore', './backups/monday'], ownEnv))
  assert.equal(restored.code, 0, restored.err)
  assert.doesNotMatch(restored.out, /MASTER_KEY/)

  const env = { DATA_DIR: join(home, 'other'), MASTER_KEY: masterKey.toString('base64') }
  const named = await fairground(['restore', '--from', join(home, 'backups/monday'), '--output', 'json'], env)
  assert.equal(named.code, 0, named.err)
  assert.equal(JSON.parse(named.out).dataDir, env.DATA_DIR)
  assert.match(named.err, /^`npm start` needs the same MASTER_KEY, or its file at .*other\/master\.key\.\n$/)
})

test('a call without a folder, or with two, is refused', async () => {
  const env = { DATA_DIR: join(home, 'none') }
  const [without, twice] = await Promise.all([
    fairground(['restore'], env),
    fairground(['restore', 'a', '--from', 'b'], env),
  ])
  assert.deepEqual([without.code, twice.code], [2, 2])
  assert.match(without.err, /`restore` needs <folder>/)
  assert.match(twice.err, /given twice/)
})

test('db status fails for a migration that this code does not know', async () => {
  await query('insert into ops_migration (name, checksum, applied_at) values ($1, $2, now())', ['9999_later', 'x'])
  const status = await fairground(['db', 'status', '--output', 'json'], { DATA_DIR: join(home, 'data') })
  assert.equal(status.code, 1, status.err)
  assert.deepEqual(JSON.parse(status.out).unknown, ['9999_later'])
})
