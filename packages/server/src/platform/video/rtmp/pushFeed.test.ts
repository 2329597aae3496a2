import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { tagOf } from '#test/video/rtmpEncoder.ts'
import { openPushFeed } from './pushFeed.ts'

const space = { bytes: 1_000, bytesMax: 1_000 }
const summaries = (tags: MediaTag[]) =>
  tags.map(({ kind, timestampMs, body }) => `${kind} ${timestampMs} ${body.length}`)
const headers = [tagOf.metadata(), tagOf.videoHeader(), tagOf.audioHeader()]

function connectedFeed() {
  const feed = openPushFeed()
  for (const header of headers) assert.deepEqual(feed.take(header), [])
  feed.begin()
  return feed
}

test('a target gets metadata, headers and a key frame first, at time 0', () => {
  const feed = connectedFeed()
  assert.deepEqual(feed.take(tagOf.frame(5_000), space), [])
  assert.deepEqual(feed.take(tagOf.audioFrame(5_010), space), [])
  const first = feed.take(tagOf.keyFrame(5_033), space)
  assert.deepEqual(
    first,
    [...headers, tagOf.keyFrame(5_033)].map((tag) => ({ ...tag, timestampMs: 0 })),
  )
  assert.deepEqual(summaries(feed.take(tagOf.audioFrame(5_020), space)), ['audio 0 32'])
  assert.deepEqual(summaries(feed.take(tagOf.frame(5_066), space)), ['video 33 50'])
  assert.deepEqual(summaries(feed.take(tagOf.audioFrame(5_041), space)), ['audio 8 32'])
})

test('a full queue drops tags up to a key frame for which half of it is free', () => {
  const feed = connectedFeed()
  feed.take(tagOf.keyFrame(0), space)
  assert.deepEqual(feed.take(tagOf.frame(33, 300), { ...space, bytes: 299 }), [])
  assert.deepEqual(feed.take(tagOf.audioFrame(40), space), [])
  assert.deepEqual(feed.take(tagOf.keyFrame(66), { ...space, bytes: 499 }), [])
  assert.deepEqual(feed.take(tagOf.keyFrame(99, 900), { ...space, bytes: 800 }), [])
  const again = feed.take(tagOf.keyFrame(132), { ...space, bytes: 500 })
  assert.deepEqual(
    again.map(({ timestampMs }) => timestampMs),
    [132, 132, 132, 132],
  )
})

test('dropped tags leave a gap in the times, of any length', () => {
  const feed = connectedFeed()
  feed.take(tagOf.keyFrame(0), space)
  for (let atMs = 1_000; atMs < 60_000; atMs += 1_000) feed.take(tagOf.frame(atMs), { ...space, bytes: 0 })
  assert.equal(feed.take(tagOf.keyFrame(60_000), space).at(-1)?.timestampMs, 60_000)
})

test('a feed without a connection returns no tags, then begins with the latest headers', () => {
  const feed = connectedFeed()
  feed.take(tagOf.keyFrame(0), space)
  assert.deepEqual(feed.take(tagOf.keyFrame(33)), [])
  const newer: MediaTag = { ...tagOf.metadata(), body: Buffer.concat([tagOf.metadata().body, Buffer.of(5)]) }
  feed.take(newer)
  feed.begin()
  assert.deepEqual(feed.take(tagOf.keyFrame(66), space)[0]?.body, newer.body)
})

test('headers that arrive during a connection are sent in order', () => {
  const feed = connectedFeed()
  feed.take(tagOf.keyFrame(5_000), space)
  assert.deepEqual(feed.take(tagOf.videoHeader(5_030), space), [tagOf.videoHeader(30)])
})

test('a restart of the clock of an encoder does not move the time back', () => {
  const feed = connectedFeed()
  const at = (tag: MediaTag) => feed.take(tag, space).at(-1)?.timestampMs
  assert.deepEqual([at(tagOf.keyFrame(60_000)), at(tagOf.frame(60_033))], [0, 33])
  assert.deepEqual([at(tagOf.keyFrame(0)), at(tagOf.frame(33))], [66, 99])
  assert.deepEqual([at(tagOf.keyFrame(3_600_000)), at(tagOf.frame(3_600_040))], [132, 172])
  assert.deepEqual([at(tagOf.frame(3_605_040)), at(tagOf.audioFrame(3_604_000))], [5_172, 4_132])
})

test('times continue where 32 bit timestamps wrap around', () => {
  const feed = connectedFeed()
  const at = (tag: MediaTag) => feed.take(tag, space).at(-1)?.timestampMs
  assert.deepEqual([at(tagOf.keyFrame(0xffff_fff0)), at(tagOf.frame(0x11))], [0, 33])
})

test('tags without a role are dropped', () => {
  const feed = connectedFeed()
  feed.take(tagOf.keyFrame(0), space)
  for (const [kind, body] of [
    ['video', Buffer.from('90687663310102', 'hex')],
    ['video', Buffer.from('1702000000', 'hex')],
    ['audio', Buffer.of(0x2f, 1, 2)],
    ['data', Buffer.from('0200016100', 'hex')],
    ['data', Buffer.of(5)],
  ] as const) {
    assert.deepEqual(feed.take({ kind, timestampMs: 10, body }, space), [])
  }
})
