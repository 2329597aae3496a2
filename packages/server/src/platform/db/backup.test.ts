import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { until } from '#test/world/until.ts'
import { backup } from './backup.ts'
import { startEmbedded } from './embedded/embedded.ts'
import type { Embedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { restore } from './restore.ts'

const fingerprint = '0123456789abcdef'
const settings = { shared_buffers: '32MB', max_wal_size: '32MB', min_wal_size: '32MB' }
let home = ''
let database: Embedded
let writer: pg.Client

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'fairground-backup-'))
  database = await startEmbedded({ dataDir: join(home, 'data'), settings })
  await migrate(database.address)
  writer = new pg.Client(database.address)
  await writer.connect()
  await writer.query('create table written (n int primary key, padding text not null)')
  await writer.query("insert into ops_setting (name, value) values ('master_key_fingerprint', $1)", [fingerprint])
})
after(async () => {
  await writer.end()
  await database.stop()
  await rm(home, { recursive: true, force: true })
})

const target = (name: string) => join(home, 'backups', name)
const run = (name: string) => backup({ dataDir: join(home, 'data'), admin: database.admin, target: target(name) })
const into = (name: string, dataDir: string) => ({
  backup: target(name),
  dataDir: join(home, dataDir),
  fingerprint,
  isReplacing: false,
})

test('a backup holds every commit acknowledged before its end', { timeout: 120_000 }, async () => {
  const acknowledged: { newest: number; lsn: bigint }[] = []
  let isWriting = true
  const writing = (async () => {
    // 20 rows of 8 kB a commit: enough log for PostgreSQL to recycle files that the backup needs.
    for (let n = 0; isWriting; n += 20) {
      const rows = 'select $1::int + i, repeat(md5(random()::text), 250) from generate_series(1, 20) i'
      await writer.query(`insert into written ${rows}`, [n])
      const { rows: at } = await writer.query('select pg_current_wal_insert_lsn()::text as lsn')
      acknowledged.push({ newest: n + 20, lsn: lsnOf(at[0].lsn) })
    }
  })()
  await until(() => acknowledged.length > 0)
  const manifest = await run('first')
  isWriting = false
  await writing
  const stopLsn = lsnOf(manifest.stopLsn)
  const promised = acknowledged.findLast(({ lsn }) => lsn <= stopLsn)?.newest ?? 0
  assert.ok(promised > 0, 'nothing was written during the backup')
  assert.equal(manifest.masterKeyFingerprint, fingerprint)
  assert.ok(manifest.schemaVersion)
  const result = await restore(into('first', 'restored'))
  assert.ok(result.rows >= promised)
  const copy = await startEmbedded({ dataDir: join(home, 'restored'), settings })
  const reader = new pg.Client(copy.address)
  await reader.connect()
  const { rows } = await reader.query('select max(n) as newest, count(*)::int as kept from written')
  await reader.end()
  await copy.stop()
  assert.ok(rows[0].newest >= promised, `${rows[0].newest} of ${promised}`)
  assert.equal(rows[0].kept, rows[0].newest)
})

function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

test('a backup refuses an existing target, and leaves nothing after a failure', async () => {
  await run('second')
  await assert.rejects(run('second'), { code: 'backup', message: /exists already/ })
  await writeFile(join(home, 'file'), '')
  await assert.rejects(backup({ dataDir: join(home, 'data'), admin: database.admin, target: join(home, 'file/x') }), {
    code: 'backup',
  })
  assert.deepEqual(
    (await readdir(join(home, 'backups'))).filter((name) => name.endsWith('.unfinished')),
    [],
  )
})

test('a backup leaves out the master key, and a restore refuses another key before it copies', async () => {
  const wrong = { ...into('second', 'other'), fingerprint: 'ffffffffffffffff' }
  await assert.rejects(restore(wrong), { code: 'master_key', message: new RegExp(`${fingerprint}.*ffffffffffffffff`) })
  await assert.rejects(restore({ ...wrong, fingerprint: undefined }), { code: 'master_key', message: /there is none/ })
  assert.equal((await readdir(home)).includes('other'), false)
})

test('a restore replaces an existing database only on request, and keeps the old one', async () => {
  const options = into('second', 'restored')
  await assert.rejects(restore(options), { code: 'backup', message: /holds a database already/ })
  const { setAside } = await restore({ ...options, isReplacing: true })
  assert.ok(setAside)
  assert.ok((await readdir(setAside)).includes('PG_VERSION'))
})

test('a restore refuses a changed byte, a missing file and a path out of the folder', async () => {
  await run('third')
  const control = join(target('third'), 'cluster/global/pg_control')
  const bytes = await readFile(control)
  await appendFile(control, 'x')
  await assert.rejects(restore(into('third', 'damaged')), { code: 'backup', message: /pg_control does not have/ })
  await rm(control)
  await assert.rejects(restore(into('third', 'damaged')), { code: 'backup', message: /pg_control is missing/ })
  await writeFile(control, bytes)
  const manifestFile = join(target('third'), 'manifest.json')
  const text = await readFile(manifestFile, 'utf8')
  await writeFile(manifestFile, text.replace('"global/pg_control"', '"../../../escaped"'))
  await assert.rejects(restore(into('third', 'damaged')), { code: 'backup', message: /escaped/ })
  await writeFile(manifestFile, text.slice(0, 100))
  await assert.rejects(restore(into('third', 'damaged')), { code: 'backup', message: /manifest/ })
  const left = (await readdir(join(home, 'damaged'))).filter((name) => name.startsWith('postgres'))
  assert.deepEqual(left, [])
})
