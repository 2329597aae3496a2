import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { StartProblem } from '#platform/startProblem.ts'
import { until } from '#test/world/until.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import type { Embedded } from './embedded.ts'
import { takeLock } from './lock.ts'
import { postgresIn, signal } from './processes.ts'

let home = ''
let dataDir = ''
const settings = { shared_buffers: '32MB', dynamic_shared_memory_type: 'mmap' }

before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'fairground-embedded-')))
  dataDir = join(home, 'data')
  const first = await startEmbedded({ dataDir, settings })
  assert.equal(first.created, true)
  assert.equal(await query(first, 'show jit'), 'off')
  await first.stop()
})
after(() => rm(home, { recursive: true, force: true }))

async function query(database: Pick<Embedded, 'address'>, sql: string): Promise<unknown> {
  const client = new pg.Client(database.address)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

function refused(code: string, pattern: RegExp) {
  return (error: StartProblem) => {
    assert.equal(error.code, code, error.message)
    assert.match(error.message, pattern)
    return true
  }
}

/** Another Fairground process on the same folder. It prints the pid of its PostgreSQL when that is ready. */
async function otherProcess(): Promise<{ child: ChildProcess; postgres: number }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} })
    console.log(database.pid())
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, postgres: Number(line) }
}

const cluster = () => join(dataDir, 'postgres')
const isEmpty = async () => (await postgresIn(cluster())).length === 0

test('data survives a restart, and stopping leaves no process', async () => {
  const first = await startEmbedded({ dataDir, settings })
  await query(first, 'create table kept as select 42 as answer')
  await first.stop()
  assert.equal(await isEmpty(), true)
  const second = await startEmbedded({ dataDir, settings })
  assert.equal(second.created, false)
  assert.equal(await query(second, 'select answer from kept'), 42)
  await second.stop()
})

test('a data folder of the character type C gets one that knows letters of every script when it starts', async () => {
  const typeOf = "select datctype from pg_database where datname = 'fairground'"
  const first = await startEmbedded({ dataDir, settings })
  assert.match(String(await query(first, typeOf)), /UTF-8/)
  await query({ address: first.admin }, "update pg_database set datctype = 'C' where datname = 'fairground'")
  await first.stop()
  const second = await startEmbedded({ dataDir, settings })
  assert.match(String(await query(second, typeOf)), /UTF-8/)
  await second.stop()
})

test('a second process on the same folder is refused with the holder of the lock', async () => {
  const first = await startEmbedded({ dataDir, settings })
  const holder = new RegExp(`process ${process.pid} on`)
  await assert.rejects(startEmbedded({ dataDir, settings }), refused('data_dir_in_use', holder))
  const found = await findRunning(dataDir)
  assert.ok(found)
  assert.equal(await query(found, 'select 1'), 1)
  await first.stop()
  assert.equal(await findRunning(dataDir), undefined)
})

test(
  'PostgreSQL dies with its killed parent, and the next process takes its lock over',
  { timeout: 120_000 },
  async () => {
    for (let start = 0; start < 3; start++) {
      const { child } = await otherProcess()
      child.kill('SIGKILL')
      if (start < 2) await until(isEmpty)
      const next = await startEmbedded({ dataDir, settings })
      assert.equal(await query(next, 'select 1'), 1)
      await next.stop()
    }
  },
)

test('a killed postmaster restarts with every acknowledged commit', { timeout: 120_000 }, async () => {
  const messages: string[] = []
  const database = await startEmbedded({
    dataDir,
    settings,
    onDown: (m) => messages.push(m),
    onUp: (m) => messages.push(m),
  })
  await query(database, 'create table if not exists survived as select 1 as n')
  const first = database.pid()
  assert.ok(first)
  await query(database, 'insert into survived values (2)')
  signal(first, 'SIGKILL')
  await until(() => messages.length === 2 && database.pid() !== undefined)
  assert.match(messages[0] ?? '', /SIGKILL/)
  assert.equal(await query(database, 'select count(*)::int from survived'), 2)
  await database.stop()
  assert.equal(await isEmpty(), true)
})

test('a postmaster.pid with the pid of another program stops neither the start nor that program', async () => {
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  const lines = [stranger.pid, '/proc/self/cwd', 1, 5432, '/proc/self/cwd', '', ' 1 1', 'ready', '']
  await writeFile(join(cluster(), 'postmaster.pid'), lines.join('\n'))
  const database = await startEmbedded({ dataDir, settings })
  assert.equal(await query(database, 'select 1'), 1)
  await database.stop()
  assert.equal(stranger.exitCode, null)
  stranger.kill()
})

test('one of many concurrent processes acquires a lock, also a stale one', async () => {
  for (const left of [undefined, '', '{', JSON.stringify({ pid: 2 ** 22, host: hostname(), token: 'stale' })]) {
    const path = join(home, 'contended.lock')
    if (left !== undefined) await writeFile(path, left)
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeLock(path)))
    const [one, ...more] = taken.filter((each) => 'release' in each)
    assert.ok(one !== undefined && more.length === 0, `${more.length + 1} of ${taken.length} hold it after ${left}`)
    await one.release()
  }
})

test('a folder that is not ours is refused with a sentence, and unchanged', async () => {
  const foreign = join(home, 'foreign')
  await mkdir(foreign)
  await writeFile(join(foreign, 'letter.txt'), 'dear')
  await assert.rejects(startEmbedded({ dataDir: foreign }), refused('data_dir_foreign', /letter\.txt/))
  await assert.rejects(
    startEmbedded({ dataDir: join(foreign, 'letter.txt') }),
    refused('data_dir_unwritable', /folder/),
  )
  await assert.rejects(
    startEmbedded({ dataDir: join(foreign, 'letter.txt', 'x') }),
    refused('data_dir_unwritable', /ENOTDIR/),
  )
})

test('data of another PostgreSQL is refused, naming both versions', async () => {
  const file = join(cluster(), 'PG_VERSION')
  const version = await readFile(file, 'utf8')
  await writeFile(file, '17\n')
  await assert.rejects(startEmbedded({ dataDir, settings }), refused('data_version', /PostgreSQL 17.*PostgreSQL 18/))
  await writeFile(file, version)
})

test("refusals of PostgreSQL are reported in PostgreSQL's words", async () => {
  await assert.rejects(
    startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } }),
    refused('postgres_failed', /shared_buffers/),
  )
  const control = join(cluster(), 'global/pg_control')
  await copyFile(control, `${control}.kept`)
  await writeFile(control, Buffer.alloc(8192))
  await assert.rejects(startEmbedded({ dataDir, settings }), refused('postgres_failed', /incompatible/))
  await copyFile(`${control}.kept`, control)
  await rm(`${control}.kept`)
  await (await startEmbedded({ dataDir, settings })).stop()
})

test('a path too long for a socket works', async () => {
  const deep = join(home, 'a'.repeat(120), 'data')
  const database = await startEmbedded({ dataDir: deep, settings })
  assert.ok(database.address.host.length < 90)
  assert.equal(await query(database, 'select 1'), 1)
  await database.stop()
})
