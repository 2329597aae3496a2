import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { streamStatus } from '#test/video/streamStatus.ts'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { objectOf } from '#test/world/world.ts'
import { parseId } from '#kit/values/ids.ts'
import { readJpegSize } from '#platform/video/frames/posterCheck.ts'

const live = { frameEveryMs: 1_000 }

async function load(w: LiveWorld, path: string) {
  const response = await fetch(`${w.url}${path}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}

async function thumbnailOf(w: LiveWorld, streamId: string): Promise<string> {
  const { playback } = await w.call('livestream.stream.get', { streamId })
  return String(objectOf(playback)['thumbnailUrl']).replace('http://fairground.test', '')
}

async function recordedSeconds(w: LiveWorld, streamId: string): Promise<number> {
  return (await streamStatus(w, streamId)).recording.seconds
}

const isTaken = (path: string) => path.endsWith('.jpg')

describe('the poster of a stream', { skip: noEncoder }, () => {
  test('is a frame of the live session at every address, and then of the recording', async () => {
    await using w = await liveWorld({ live })
    const { id, playbackId, key } = await w.stream()
    const [drawn, taken] = [`/public/video/${playbackId}/poster.svg`, `/media/${playbackId}/poster.jpg`]
    assert.equal(await thumbnailOf(w, id), drawn)
    const encoder = w.publish(key)
    assert.equal(await until(() => thumbnailOf(w, id), isTaken), taken)
    const first = await load(w, taken)
    assert.deepEqual(readJpegSize(first.bytes), [320, 180])
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60')
    await until(
      () => load(w, taken),
      ({ bytes }) => !bytes.equals(first.bytes),
    )
    const found = await w.call('livestream.stream.all', { scope: 'discover', isLive: true })
    const [card] = found.items
    assert.equal(objectOf(card?.playback)['thumbnailUrl'], `http://fairground.test${taken}`)
    for (const page of ['/live', `/watch/${playbackId}`]) assert.ok((await load(w, page)).text.includes(taken), page)
    // A killed encoder sends no further frame: the next poster is that of the recording.
    await encoder.kill()
    await until(
      () => w.call('livestream.stream.get', { streamId: id }),
      ({ status }) => status === 'reconnecting',
    )
    const last = await load(w, taken)
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    assert.equal(await thumbnailOf(w, id), drawn)
    const replay = await w.replay(id)
    assert.ok(isTaken(String(objectOf(replay.playback)['thumbnailUrl'])), 'the last one, until it has its own')
    await until(
      () => load(w, taken),
      ({ bytes }) => !bytes.equals(last.bytes),
    )
  })

  test('is never a frame of a preview', async () => {
    await using w = await liveWorld({ live: { frameEveryMs: 1 } })
    const { id, playbackId, key } = await w.stream({ autoStart: false })
    w.publish(key)
    await until(
      () => recordedSeconds(w, id),
      (seconds) => seconds > 3,
    )
    await sleep(500)
    const keys = `media/${playbackId.slice(4, 12)}`
    const sessionId = await sessionUuidOf(w, id)
    assert.equal(await w.app.live.files.size(`${keys}/${sessionId}/poster.jpg`), undefined)
    assert.match(await thumbnailOf(w, id), /poster\.svg$/)
    assert.notEqual((await load(w, `/media/${playbackId}/poster.jpg`)).status, 200)
    await w.call('livestream.stream.update', { streamId: id, action: 'goLive' })
    await until(() => thumbnailOf(w, id), isTaken)
    assert.ok(await w.app.live.files.size(`${keys}/${sessionId}/poster.jpg`))
  })

  test('needs the access that its stream needs, and is deleted with a session that is not recorded', async () => {
    await using w = await liveWorld({ live })
    const { id, playbackId, key } = await w.stream({ visibility: 'password', password: 'open sesame', record: false })
    w.publish(key)
    const access = { playbackId, password: 'open sesame' }
    const { token } = await w.call('livestream.video.access', access, { key: null })
    const posterUrl = `/media/${playbackId}/t/${String(token)}/poster.jpg`
    const page = () => load(w, `/watch/${playbackId}?token=${String(token)}`)
    await until(page, ({ text }) => text.includes(posterUrl))
    const poster = await load(w, posterUrl)
    assert.deepEqual(readJpegSize(poster.bytes), [320, 180])
    assert.equal(poster.headers.get('cache-control'), 'private, max-age=60')
    assert.equal((await load(w, `/media/${playbackId}/poster.jpg`)).status, 401)
    assert.equal((await load(w, posterUrl.replace('/t/', '/t/x'))).status, 403)
    assert.ok(!(await load(w, `/watch/${playbackId}`)).text.includes('poster.jpg'))
    assert.match(await thumbnailOf(w, id), /poster\.svg$/)
    await w.call('livestream.stream.update', { streamId: id, visibility: 'private' })
    await until(
      () => load(w, `/media/${playbackId}/poster.jpg`),
      ({ status }) => status === 404,
    )
    const kept = `media/${playbackId.slice(4, 12)}/${await sessionUuidOf(w, id)}/poster.jpg`
    assert.ok(await w.app.live.files.size(kept))
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    await until(
      () => w.app.live.files.size(kept),
      (size) => size === undefined,
    )
  })
})

/** Row id of the running session. */
async function sessionUuidOf(w: LiveWorld, streamId: string): Promise<string> {
  const { sessionId } = await w.call('livestream.stream.get', { streamId })
  return parseId('ses', String(sessionId))?.uuid ?? ''
}
