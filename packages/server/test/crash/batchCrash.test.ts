import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { callApi, inDatabase, openPlatform, type Platform } from './platform.ts'
import { until } from '#test/world/until.ts'
import { objectOf } from '#test/world/world.ts'

/** Codes and crashes; the proof of a release takes `BATCH_CRASH_CODES=100000 BATCH_CRASH_KILLS=3`. */
const quantity = Number(process.env['BATCH_CRASH_CODES'] ?? 12_000)
const kills = Number(process.env['BATCH_CRASH_KILLS'] ?? 1)

/** Lines of the CSV of a batch, without its header. */
async function linesOf({ url, secretKey }: Platform, csvUrl: string): Promise<string[]> {
  const { pathname, search } = new URL(csvUrl)
  const headers = { 'x-service-api-key': secretKey, accept: 'text/csv' }
  const response = await fetch(`${url}${pathname}${search}`, { headers })
  assert.equal(response.status, 200)
  const [header = '', ...lines] = (await response.text()).trim().split('\r\n')
  assert.match(header, /(^|,)code(,|$)/)
  const at = header.split(',').indexOf('code')
  return lines.map((line) => line.split(',')[at] ?? '')
}

test('a batch has each of its codes once after kill -9 amid its job, and its CSV has all', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-batch-'))
  const platform = await openPlatform(dataDir)
  t.after(async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await platform.start()
  const discount = { type: 'percent', percentOff: 10 }
  const made = await callApi(platform, 'incentive/loyalty/create', { name: 'Flyer', quantity, discount })
  const { batchId, csvUrl } = objectOf(made['batch'])
  const read = () => callApi(platform, `incentive/batch/get?batchId=${String(batchId)}`)
  let known = Number(objectOf(made['batch'])['made'])
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await until(read, ({ made: count }) => Number(count) > known || kill === 0)
    assert.equal(before['status'], 'building')
    known = Number(before['made'])
    await platform.killServer()
    await until(platform.postgresPids, ({ length }) => length === 0)
    await platform.start()
  }
  await until(read, ({ status }) => status === 'ready')
  const [row] = await inDatabase(
    dataDir,
    `select count(*)::integer as codes, count(distinct code)::integer as distinct_codes,
       (select made from loyalty_coupon_batch) as made
     from loyalty_coupon where deleted_at is null`,
  )
  assert.deepEqual(row, { codes: quantity, distinct_codes: quantity, made: quantity })
  assert.equal(new Set(await linesOf(platform, String(csvUrl))).size, quantity)
  t.diagnostic(`${quantity} codes, ${kills} crashes, the last one behind ${known} codes`)
})
