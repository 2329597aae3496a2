import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { programme } from '#test/video/madeEncoder.ts'
import { openEncoder, tagOf } from '#test/video/rtmpEncoder.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, type Json } from '#test/world/world.ts'
import { callVideo as call, openPlatform, type Platform } from './platform.ts'

/** A bucket that answers no request. */
async function hangingBucket(t: TestContext): Promise<Record<string, string>> {
  const server = createServer((request) => void request.resume()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
    S3_BUCKET: 'films',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    OUTBOUND_ALLOW_PRIVATE: 'on',
  }
}

type Made = { id: string; key: string }

async function makeStream(platform: Platform, draft: Json): Promise<Made> {
  const made = await call(platform, 'stream/create', draft)
  return { id: String(made['id']), key: String(objectOf(made['ingest'])['streamKey']) }
}

const streamOf = (platform: Platform, { id }: Made) => call(platform, `stream/get?streamId=${id}`)
const becomes = (platform: Platform, made: Made, expected: string) =>
  until(
    () => streamOf(platform, made),
    ({ status }) => status === expected,
  )

/** Publishes three seconds of media until the stream is live. Returns the id of its session. */
async function goLive(platform: Platform, made: Made): Promise<unknown> {
  const { rtmpUrl } = objectOf((await streamOf(platform, made))['ingest'])
  const encoder = await openEncoder(Number(new URL(String(rtmpUrl)).port))
  const { code, description } = await encoder.publish(made.key)
  assert.equal(code, 'NetStream.Publish.Start', description)
  encoder.tags(tagOf.videoHeader(), tagOf.audioHeader(), ...programme({ seconds: 3.1 }))
  return (await becomes(platform, made, 'live'))['sessionId']
}

test('a start with a dead bucket resumes sessions, restores damaged plans and fails lost replays', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-closing-'))
  const platform = await openPlatform(dataDir, await hangingBucket(t))
  const later = await openPlatform(dataDir)
  t.after(async () => {
    await Promise.all([platform.stop(), later.stop()])
    await rm(dataDir, { recursive: true, force: true })
  })
  await platform.start()
  const draft = { title: 'A slow bucket', record: true, reconnectWindowSeconds: 300 }
  const [ended, running, gone] = [
    await makeStream(platform, draft),
    await makeStream(platform, draft),
    await makeStream(platform, draft),
  ]
  const [damaged, damagedRunning] = [await makeStream(platform, draft), await makeStream(platform, draft)]
  const sessions = new Map<Made, unknown>()
  for (const made of [ended, running, gone, damaged, damagedRunning]) sessions.set(made, await goLive(platform, made))
  for (const { id } of [ended, gone, damaged]) await call(platform, 'stream/update', { streamId: id, action: 'end' })
  const folders = (await readdir(join(dataDir, 'spool'))).toSorted()
  assert.equal(folders.length, 5)
  // Folders are named by UUIDs in the order of the sessions.
  const fileOf = (at: number, name = '') => join(dataDir, 'spool', folders[at] ?? '', name)
  await platform.killServer()
  await rm(fileOf(2), { recursive: true })
  await writeFile(fileOf(3, 'session.json'), '{"accountId":')
  await writeFile(fileOf(4, 'session.json'), '{"accountId":')
  await platform.start()
  const replayOf = async (at: Platform, { id }: Made) =>
    arrayOf((await call(at, `static/all?source=recording&parentStreamId=${id}`))['items'])
  const replayBecomes = async (at: Platform, made: Made, expected: string) => {
    const [replay] = await until(
      () => replayOf(at, made),
      ([found]) => found?.['status'] === expected,
    )
    assert.equal(replay?.['sessionId'], sessions.get(made))
    return replay
  }
  const failed = await replayBecomes(platform, gone, 'failed')
  assert.match(JSON.stringify(failed), /could not write the recording/)
  assert.equal(await goLive(platform, running), sessions.get(running))
  assert.equal(await goLive(platform, damagedRunning), sessions.get(damagedRunning))
  assert.notEqual(await goLive(platform, ended), sessions.get(ended))
  for (const made of [ended, damaged]) assert.equal((await replayOf(platform, made))[0]?.['status'], 'processing')
  await platform.killServer()
  later.secretKey = platform.secretKey
  await later.start()
  await replayBecomes(later, ended, 'published')
  await replayBecomes(later, damaged, 'published')
})
