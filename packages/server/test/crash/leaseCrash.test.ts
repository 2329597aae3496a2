import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { captionServer } from '#test/video/captionServer.ts'
import { callApi as call, openPlatform } from './platform.ts'
import { receiver } from '#test/world/receiver.ts'
import { until } from '#test/world/until.ts'
import { arrayOf } from '#test/world/world.ts'

test('a start repeats a delivery and a job in flight at kill -9 before their leases expire', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-leases-'))
  await using at = await receiver()
  await using files = await captionServer({ '/en.srt': new Promise<string>(() => {}) })
  const platform = await openPlatform(dataDir, { OUTBOUND_ALLOW_PRIVATE: 'on' })
  t.after(async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await platform.start()
  at.answer = () => new Promise(() => {})
  await call(platform, 'account/webhookEndpoint/create', { url: at.url, facts: ['livestream.static.created'] })
  const video = { title: 'Mill', importMode: 'link', videoUrl: 'https://media.example.com/a.mp4' }
  const { id: targetId } = await call(platform, 'video/static/create', video)
  const caption = { language: 'en', label: 'English', kind: 'captions', url: files.url('/en.srt') }
  const sheet = { targetType: 'static', targetId, captions: [caption] }
  const { id: detailsId } = await call(platform, 'video/details/create', sheet)
  await until(() => at.received.length === 1 && files.requestCount() === 1)
  await platform.killServer()
  await until(platform.postgresPids, ({ length }) => length === 0)
  at.answer = () => 204
  files.files['/en.srt'] = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'
  await platform.start()
  await until(() => at.received.length === 2)
  const [first, second] = at.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(first, second)
  await until(async () => {
    const found = await call(platform, `video/details/get?detailsId=${String(detailsId)}`)
    return arrayOf(found['captions'])[0]?.['status'] === 'ready'
  })
})
