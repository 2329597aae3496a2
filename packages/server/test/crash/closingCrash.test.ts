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

test('a start accepts encoders while the bucket hangs, resumes sessions and hands over what is left', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-closing-'))
  const platform = await openPlatform(dataDir, await hangingBucket(t))
  const later = await openPlatform(dataDir)
  t.after(async () => {
    await Promise.all([platform.stop(), later.stop()])
    await rm(dataDir, { recursive: true, force: true })
  })
  await platform.start()
  const draft = { title: 'A slow bucket', record: true, reconnectWindowSeconds: 300 }
  const [ended, running, lost] = [
    await makeStream(platform, draft),
    await makeStream(platform, draft),
    await makeStream(platform, draft),
  ]
  const sessions = [await goLive(platform, ended), await goLive(platform, running), await goLive(platform, lost)]
  await call(platform, 'stream/update', { streamId: ended.id, action: 'end' })
  const folders = await readdir(join(dataDir, 'spool'))
  assert.equal(folders.length, 3)
  await platform.killServer()
  // Folders are named by UUIDs in the order of the sessions.
  await writeFile(join(dataDir, 'spool', folders.toSorted()[2] ?? '', 'session.json'), '{"accountId":')
  await platform.start()
  await becomes(platform, lost, 'ended')
  assert.equal(await goLive(platform, running), sessions[1])
  assert.notEqual(await goLive(platform, ended), sessions[0])
  assert.notEqual(await goLive(platform, lost), sessions[2])
  const replayOf = async (at: Platform) =>
    arrayOf((await call(at, `static/all?source=recording&parentStreamId=${ended.id}`))['items'])
  assert.equal((await replayOf(platform))[0]?.['status'], 'processing')
  await platform.killServer()
  later.secretKey = platform.secretKey
  await later.start()
  const [replay] = await until(
    () => replayOf(later),
    ([found]) => found?.['status'] === 'published',
  )
  assert.equal(replay?.['sessionId'], sessions[0])
})
