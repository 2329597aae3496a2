import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Environment } from '#kit/nouns/setting.ts'
import { openLog } from '#platform/observe/log.ts'
import type { StartProblemCode } from '#platform/startProblem.ts'
import { databaseUrlOf, testCluster } from '#test/world/cluster.ts'
import { readConfig } from './config.ts'
import { openFoundation, type Foundation } from './foundation.ts'

const masterKey = Buffer.alloc(32, 1).toString('base64')
let home = ''

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'fairground-foundation-'))
})
after(() => rm(home, { recursive: true, force: true }))

/** Opens the foundation of a server. Fails for a line in its log. */
function open(env: Environment): Promise<Foundation> {
  const log = openLog({ level: 'warn', format: 'pretty', write: (line) => assert.fail(line) })
  const config = readConfig({ DATA_DIR: join(home, 'data'), ...env })
  return openFoundation({ config, log, isJoining: false, onLost: (problem) => assert.fail(problem) })
}

async function refused(env: Environment, code: StartProblemCode, message: RegExp): Promise<void> {
  await assert.rejects(open(env), { name: 'StartProblem', code, message })
}

test('openFoundation() fails for a data folder that is a file or holds other files', async () => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await refused({ DATA_DIR: file }, 'data_dir_unwritable', /set DATA_DIR to a folder/)
  await refused({ DATA_DIR: home }, 'data_dir_foreign', /not Fairground's/)
})

test('openFoundation() fails for a missing database, another master key and another schema', async () => {
  await using database = await (await testCluster()).createDatabase()
  const env = { DATABASE_URL: databaseUrlOf(database.address), MASTER_KEY: masterKey }
  const missing = env.DATABASE_URL.replace(database.address.database, 'no_such')
  await refused({ ...env, DATABASE_URL: missing }, 'database_refused', /does not exist/)
  const first = await open(env)
  await first.stop()
  await refused({ ...env, MASTER_KEY: Buffer.alloc(32, 2).toString('hex') }, 'master_key', /another master key/)
  const fresh = join(home, 'fresh')
  await refused({ DATABASE_URL: env.DATABASE_URL, DATA_DIR: fresh }, 'master_key', /there is none in/)
  await assert.rejects(readFile(join(fresh, 'master.key')), { code: 'ENOENT' })
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(
    "insert into ops_migration (name, checksum, applied_at) values ('29990101000000_ops_next', '', now())",
  )
  await client.end()
  await refused(env, 'schema_newer', /newer schema/)
})

test('openFoundation() migrates by DIRECT_DATABASE_URL, and leaves requests to DATABASE_URL', async () => {
  await using database = await (await testCluster()).createDatabase()
  const direct = databaseUrlOf(database.address)
  const pooler = 'postgres://u:p@127.0.0.1:1/pooled'
  const env = { DATABASE_URL: pooler, DIRECT_DATABASE_URL: direct, MASTER_KEY: masterKey }
  const { address, directAddress, opsAddress, stop } = await open(env)
  await stop()
  assert.deepEqual([address, opsAddress], [{ connectionString: pooler, setting: 'DATABASE_URL' }, address])
  assert.deepEqual(directAddress, { connectionString: direct, setting: 'DIRECT_DATABASE_URL' })
  const nowhere = pooler.replace('pooled', 'direct')
  await refused({ ...env, DIRECT_DATABASE_URL: nowhere }, 'database_unreachable', /: check DIRECT_DATABASE_URL,/)
})
