import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPlatform, type Platform } from './platform.ts'
import { until } from '#test/world/until.ts'
import { objectOf, type Json } from '#test/world/world.ts'

/** A column that is not imported makes batches of 500 rows: the kill comes after the first one of twelve. */
const [rows, filler] = [6_000, 'x'.repeat(4_000)]

async function call({ url, secretKey }: Platform, path: string, body: Json): Promise<Json> {
  const headers = { 'x-service-api-key': secretKey, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = objectOf(await response.json())
  assert.equal(response.status, 200, JSON.stringify(answer))
  return objectOf(answer['data'])
}

test('an import continues behind its last batch after kill -9, and makes each contact once', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-import-'))
  const platform = await openPlatform(dataDir)
  t.after(async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await platform.start()
  const mapping = [{ columnName: 'email', field: 'email' }]
  const made = await call(platform, 'marketing/contact/import', { mapping })
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const body = `email,note\n${Array.from({ length: rows }, (_, n) => `person${n}@example.com,${filler}`).join('\n')}\n`
  assert.equal((await fetch(`${platform.url}${pathname}${search}`, { method: 'PUT', body })).status, 200)
  const read = () => call(platform, 'marketing/contactImport/get', { contactImportId: made['id'] })
  const before = await until(read, ({ rowCount }) => Number(rowCount) > 0)
  await platform.killServer()
  assert.equal(before['status'], 'importing')
  await until(platform.postgresPids, ({ length }) => length === 0)
  await platform.start()
  const done = await until(read, ({ status }) => status !== 'importing')
  assert.deepEqual(
    [done['status'], done['rowCount'], done['createdCount'], done['errorCount']],
    ['done', rows, rows, 0],
  )
  const { count } = await call(platform, 'marketing/contact/count', {})
  assert.equal(count, rows)
})
