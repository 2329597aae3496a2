import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { findRunning } from '#platform/db/embedded/embedded.ts'
import { callVideo, openPlatform } from '#test/crash/platform.ts'
import { until } from '#test/world/until.ts'

const deploys = 3

test('a long job that a deployment interrupts costs no attempt, and the next process runs it at once', async (t) => {
  let requests = 0
  // An endless source: the import never ends by itself.
  const source = createServer((_request, response) => {
    requests += 1
    response.writeHead(200, { 'content-type': 'video/mp4' })
    const drip = setInterval(() => response.write(Buffer.alloc(1_024)), 50)
    response.on('close', () => clearInterval(drip))
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-deploy-'))
  const platform = await openPlatform(dataDir, { OUTBOUND_ALLOW_PRIVATE: 'on' })
  t.after(async () => {
    await platform.stop()
    source.closeAllConnections()
    source.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await platform.start()
  const videoUrl = `http://127.0.0.1:${Object(source.address()).port}/endless.mp4`
  const { staticId } = await callVideo(platform, 'static/create', { title: 'Endless', videoUrl })
  await until(() => requests === 1)
  for (let deploy = 1; deploy <= deploys; deploy++) {
    await platform.stop()
    await platform.start()
    await until(() => requests === deploy + 1)
  }
  assert.deepEqual(await importJobs(dataDir), [{ status: 'running', attempts: 1 }])
  const { status } = await callVideo(platform, `static/get?staticId=${String(staticId)}`)
  assert.equal(status, 'processing')
})

async function importJobs(dataDir: string): Promise<{ status: string; attempts: number }[]> {
  const running = await findRunning(dataDir)
  assert.ok(running)
  const client = new pg.Client(running.address)
  await client.connect()
  const { rows } = await client.query("select status, attempts from ops_job where name = 'livestream.static.import'")
  await client.end()
  return rows
}
