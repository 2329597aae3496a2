import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveHost } from '#platform/video/live/liveHost.ts'
import { streamStatus } from '#test/video/streamStatus.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'
import { hostOf } from '#test/video/hostOf.ts'

const update = 'livestream.stream.update'

/** The product's side of an engine, whose encoders have this key. */
function openHost(w: World) {
  const host = hostOf(w.app)
  const attemptWith = (key: string) => ({ key, address: '203.0.113.7', protocol: 'rtmp' as const })
  return { host, attemptWith, publish: (key: string) => host.admit(attemptWith(key)) }
}

const keyOf = (made: Json) => String(objectOf(made['ingest'])['streamKey'])
const refusalsOf = async (w: World, streamId: string) => {
  const status = await streamStatus(w, streamId)
  assert.ok('refusals' in status)
  return status.refusals
}

async function begin(host: LiveHost, attempt: Parameters<LiveHost['admit']>[0]) {
  const judged = await host.admit(attempt)
  assert.ok('plan' in judged, JSON.stringify(judged))
  const { accountId, streamUuid, sessionUuid } = judged.plan
  return { accountId, streamUuid, sessionUuid }
}

test('a refused encoder leaves its reason in the status for the owner, until an encoder is accepted', async () => {
  const logged: unknown[] = []
  const quiet = () => undefined
  const info = (message: string, data?: object) => void logged.push({ message, ...data })
  await using w = await world({ log: { debug: quiet, info, warn: quiet, error: quiet } })
  const { host, publish, attemptWith } = openHost(w)
  const made = await w.call('livestream.stream.create', { title: 'Concert' })
  const streamId = String(made.id)
  const [oldKey, firstAt] = [keyOf(made), w.clock.now().toISOString()]
  const rotated = await w.call(update, { streamId, action: 'rotateKey' })
  await publish(oldKey)
  const [wrong, ...others] = await refusalsOf(w, streamId)
  const message = 'The stream key is not right. Copy it again; a key that was changed no longer works.'
  assert.deepEqual([wrong, others], [{ code: 'wrong_key', message, attempts: 1, firstAt, lastAt: firstAt }, []])
  const line = { message: 'an encoder was refused', stream: streamId, code: 'wrong_key', reason: message }
  assert.deepEqual(
    logged.filter((each) => objectOf(each)['message'] === line.message),
    [line],
  )
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const seen = await w.call('livestream.stream.getStatus', { streamId }, fan)
  assert.ok(!('refusals' in seen))

  w.clock.advance(1_000)
  await w.call(update, { streamId, action: 'disable' })
  await publish(keyOf(rotated))
  await host.refused(attemptWith(keyOf(rotated)), { code: 'wrong_address', message: 'The server address lacks /live.' })
  await host.refused(attemptWith(oldKey), { code: 'server_away', message: 'Only the right key may say so.' })
  const codes = (await refusalsOf(w, streamId)).map(({ code }) => code)
  assert.deepEqual([codes.at(-1), codes.toSorted()], ['wrong_key', ['disabled', 'wrong_address', 'wrong_key']])

  await w.call(update, { streamId, action: 'enable' })
  const subject = await begin(host, attemptWith(keyOf(rotated)))
  await host.store(subject, { kind: 'ready', videoCodec: 'avc1.64001f', audioCodec: null, width: 640, height: 360 })
  assert.deepEqual(await refusalsOf(w, streamId), [])
})

test('a refusal is written at most every ten seconds, counts the attempts between, and lasts a day', async () => {
  await using w = await world()
  const { publish } = openHost(w)
  const made = await w.call('livestream.stream.create', { title: 'Concert' })
  const streamId = String(made.id)
  await w.call(update, { streamId, action: 'rotateKey' })
  const rows = async () =>
    (await refusalsOf(w, streamId)).map(({ attempts, firstAt, lastAt }) => ({ attempts, firstAt, lastAt }))
  const first = w.clock.now().toISOString()
  for (let attempt = 0; attempt < 5; attempt += 1) await publish(keyOf(made))
  assert.deepEqual(await rows(), [{ attempts: 1, firstAt: first, lastAt: first }])
  w.clock.advance(10_000)
  await publish(keyOf(made))
  const last = w.clock.now().toISOString()
  assert.deepEqual(await rows(), [{ attempts: 6, firstAt: first, lastAt: last }])
  w.clock.advance(86_400_001)
  assert.deepEqual(await rows(), [])
  await publish(keyOf(made))
  const again = w.clock.now().toISOString()
  assert.deepEqual(await rows(), [{ attempts: 1, firstAt: again, lastAt: again }])
})

test('a key that names no stream is refused without a trace in the streams of an account', async () => {
  await using w = await world()
  const { publish } = openHost(w)
  const made = await w.call('livestream.stream.create', { title: 'Concert' })
  assert.match(Object(await publish('live_nothing')).refusal, /not right/)
  assert.deepEqual(await refusalsOf(w, String(made.id)), [])
})

test('a rejected format leaves its reason and advice in the status', async () => {
  await using w = await world()
  const { host, attemptWith } = openHost(w)
  const made = await w.call('livestream.stream.create', { title: 'Concert' })
  const subject = await begin(host, attemptWith(keyOf(made)))
  const rejection = { code: 'codec_unsupported', message: 'The encoder sends HEVC.', advice: 'Set it to H.264.' }
  await host.store(subject, { kind: 'ended', why: 'unsupported', recording: undefined, rejection })
  const [refusal] = await refusalsOf(w, String(made.id))
  assert.deepEqual([refusal?.code, refusal?.message], ['codec_unsupported', 'The encoder sends HEVC. Set it to H.264.'])
})
