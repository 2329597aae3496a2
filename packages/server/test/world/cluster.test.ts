import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import pg from 'pg'
import { clusterVariable, testCluster } from './cluster.ts'
import { until } from './until.ts'

async function one(address: pg.ClientConfig, sql: string): Promise<unknown> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

test('a database of one test has every migration, an unprivileged owner, and is dropped', async () => {
  const cluster = await testCluster()
  const database = await cluster.createDatabase()
  assert.equal(await one(database.address, 'select count(*) > 0 from ops_migration'), true)
  assert.equal(await one(database.address, 'select usesuper from pg_user where usename = current_user'), false)
  await database.drop()
  await assert.rejects(one(database.address, 'select 1'), { code: '3D000' })
})

test('two databases of concurrent calls share no data', async () => {
  const cluster = await testCluster()
  await using first = await cluster.createDatabase()
  await using second = await cluster.createDatabase()
  await one(first.address, "insert into ops_setting (name, value) values ('a', 'b')")
  assert.equal(await one(second.address, "select count(*)::int from ops_setting where name = 'a'"), 0)
})

test('a cluster of one process ends with it, also when the process is killed', async () => {
  const script = `
    import { startThrowaway } from ${JSON.stringify(`${import.meta.dirname}/throwaway.ts`)}
    const { folder } = await startThrowaway()
    console.log(folder)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [clusterVariable]: '' },
    cwd: import.meta.dirname,
  })
  const [folder] = await once(createInterface(child.stdout), 'line')
  assert.ok(existsSync(`${folder}/cluster/postmaster.pid`))
  child.kill('SIGKILL')
  await until(() => !existsSync(String(folder)))
})
