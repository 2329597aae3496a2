import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive } from '#test/video/audience.ts'
import { addMedia, givenAtMs } from '#test/video/addedMedia.ts'
import { objectOf, world, type Json } from '#test/world/world.ts'

const createClip = 'livestream.stream.createClip'
const at = (seconds: number) => new Date(givenAtMs + seconds * 1000).toISOString()

test('a range is given by times, by an offset from the start, or from the end', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', { title: 'A round of the harbour' })
  await addMedia(w.app, made)
  const ranges: [range: Json, from: string, to: string][] = [
    [{ startTime: at(2), endTime: at(6) }, at(2), at(6)],
    [{ startSeconds: 3, durationSeconds: 5.5 }, at(3), at(8.5)],
    [{ lastSeconds: 4 }, at(16), at(20)],
    [{}, at(0), at(20)],
  ]
  for (const [range, startTime, endTime] of ranges) {
    const { clipRange } = await w.call(createClip, { staticId: made.id, ...range })
    const { startTime: from, endTime: to } = objectOf(clipRange)
    const off = [Date.parse(String(from)) - Date.parse(startTime), Date.parse(String(to)) - Date.parse(endTime)]
    assert.ok(
      off.every((ms) => Math.abs(ms) < 250),
      `${JSON.stringify(range)}: ${String(from)} to ${String(to)}`,
    )
  }
})

test('an invalid range is refused with its field, and one outside the window with the available range', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', { title: 'A round of the harbour' })
  await addMedia(w.app, made)
  const wrong: [range: Json, mention: string][] = [
    [{ startTime: at(2) }, '/endTime'],
    [{ endTime: at(2) }, '/startTime'],
    [{ startTime: at(4), endTime: at(6) }, '/endTime'],
    [{ startTime: at(6), endTime: at(2) }, '/endTime'],
    [{ startSeconds: 2 }, '/durationSeconds'],
    [{ durationSeconds: 5 }, '/startSeconds'],
    [{ startSeconds: 2, durationSeconds: 5, lastSeconds: 5 }, '/startTime'],
    [{ lastSeconds: 301 }, 'clip_too_long'],
    [{ lastSeconds: 301 }, '/lastSeconds'],
    [{ startSeconds: 0, durationSeconds: 400 }, '/durationSeconds'],
  ]
  const { id: idleId } = await w.call('livestream.stream.create', { title: 'Nothing yet' })
  for (const [range, mention] of wrong) {
    const expected = { code: 'invalid_request', mention }
    await w.refused(createClip, { staticId: made.id, ...range }, expected)
    await w.refused(createClip, { streamId: idleId, ...range }, expected)
  }
  await w.refused(createClip, { streamId: idleId }, { code: 'conflict', mention: 'not_live' })
  const behind = { staticId: made.id, startSeconds: 60, durationSeconds: 5 }
  const refused = await w.refused(createClip, behind, { code: 'conflict', mention: 'outside_window' })
  const { availableFrom, availableTo } = objectOf(refused['details'])
  assert.equal(availableFrom, at(0))
  assert.ok(String(availableTo) > at(19) && String(availableTo) < at(21), String(availableTo))
})

test('viewers make clips where the owner allows them, up to the limit', async () => {
  await using w = await world()
  const { playbackId } = await goLive(w, { allowViewerClips: false })
  const input = { playbackId, startTime: at(2), endTime: at(8) }
  await w.refused('livestream.video.clip', input, { code: 'not_authorized', mention: 'clips_disabled' })
  const long = { ...input, endTime: at(400) }
  await w.refused('livestream.video.clip', long, { code: 'invalid_request', mention: '/endTime' })
})
