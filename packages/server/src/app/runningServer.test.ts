import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataPaths } from '#platform/db/embedded/dataDirectory.ts'
import { readConfig } from './config.ts'
import { announceServer, findServer, localUrlOf, withServerAddress } from './runningServer.ts'

const address = { url: 'https://fairground.example', host: '0.0.0.0', port: 8123 }

test('announceServer() writes the address, keeps that of another server, and removes its own', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-server-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const { server: path } = dataPaths(dataDir)
  assert.equal(await findServer(dataDir), undefined)
  const withdraw = await announceServer(dataDir, address)
  const found = await findServer(dataDir)
  assert.deepEqual([found?.url, found?.port, found?.pid], [address.url, 8123, process.pid])
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const withdrawSecond = await announceServer(dataDir, { ...address, port: 8124 })
  await withdrawSecond()
  assert.equal((await findServer(dataDir))?.port, 8123)
  await withdraw()
  await assert.rejects(stat(path), { code: 'ENOENT' })
})

test('findServer() ignores files of dead processes, reused pids, other machines, and broken ones', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-server-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const { server: path } = dataPaths(dataDir)
  await announceServer(dataDir, address)
  const own = Object(JSON.parse(await readFile(path, 'utf8')))
  // Pids end below 2 ** 22 on Linux.
  const others = [{ pid: 2 ** 22 + 1 }, { started: '1' }, { machine: 'elsewhere' }, { port: '8123' }, { pid: -1 }]
  for (const other of others) {
    await writeFile(path, JSON.stringify({ ...own, ...other }))
    assert.equal(await findServer(dataDir), undefined, JSON.stringify(other))
  }
  await writeFile(path, '{"url"')
  assert.equal(await findServer(dataDir), undefined)
  const withdraw = await announceServer(dataDir, { ...address, port: 8125 })
  assert.equal((await findServer(dataDir))?.port, 8125)
  await withdraw()
})

test('withServerAddress() prefers PUBLIC_URL, and a PORT of another server', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-server-'))
  t.after(() => rm(dataDir, { recursive: true }))
  await announceServer(dataDir, address)
  const read = async (env: Record<string, string>) => {
    const { port, publicUrl } = await withServerAddress(readConfig({ DATA_DIR: dataDir, ...env }), env)
    return [port, publicUrl]
  }
  assert.deepEqual(await read({}), [8123, address.url])
  assert.deepEqual(await read({ PORT: '8123' }), [8123, address.url])
  assert.deepEqual(await read({ PORT: '0' }), [8123, address.url])
  assert.deepEqual(await read({ PORT: '9000' }), [9000, undefined])
  assert.deepEqual(await read({ PUBLIC_URL: 'https://other.example' }), [8123, 'https://other.example'])
  assert.equal(localUrlOf({ host: '::', port: 1 }), 'http://localhost:1')
  assert.equal(localUrlOf({ host: '::1', port: 1 }), 'http://[::1]:1')
})
