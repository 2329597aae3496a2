import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPathPage, readSpans } from './mediaMtxResponses.ts'

/** A path as the control API documents it, deprecated fields included. */
const path = {
  name: 'live/live_a',
  confName: '~^live/',
  ready: true,
  available: true,
  availableTime: '2026-08-22T16:57:28Z',
  online: true,
  source: { type: 'rtmpConn', id: '5b3e2a1c-9a63-4f4e-8d24-08f6a2a5f0b1' },
  tracks: ['MPEG-4 Audio', 'H264'],
  tracks2: [
    { codec: 'MPEG-4 Audio', codecProps: { sampleRate: 48_000, channelCount: 2 } },
    { codec: 'H264', codecProps: { width: 1280, height: 720, profile: 'High', level: '3.1' } },
  ],
  readers: [],
  inboundBytes: 1_234,
  inboundFramesInError: 2,
}

test('readPathPage() reads a path as the control API documents it', () => {
  assert.deepEqual(readPathPage({ itemCount: 1, pageCount: 3, items: [path] }), {
    pageCount: 3,
    items: [
      {
        name: 'live/live_a',
        sourceType: 'rtmpConn',
        sourceId: path.source.id,
        byteCount: 1_234,
        framesInError: 2,
        video: { codec: 'H264', width: 1280, height: 720 },
        audioCodec: 'MPEG-4 Audio',
      },
    ],
  })
})

test('paths that are not ready are left out; a missing source or video track is reported', () => {
  const [bare] = readPathPage({
    items: [
      { ...path, available: false },
      { name: 'x', available: true, source: null },
    ],
  }).items
  assert.deepEqual([bare?.name, bare?.sourceId, bare?.video, bare?.audioCodec], ['x', '', undefined, undefined])
})

test('other bodies give empty lists', () => {
  for (const body of [undefined, null, 'no', [], { items: 'no' }, { items: [null, 3] }]) {
    assert.deepEqual(readPathPage(body), { items: [], pageCount: 0 })
    assert.deepEqual(readSpans(body), [])
  }
})

test('readSpans() reads zones and nanoseconds and drops empty spans', () => {
  const entries = [
    { start: '2026-08-22T18:57:28.123456789+02:00', duration: 60.5, url: 'http://localhost' },
    { start: '2026-08-22T18:59:00Z', duration: 0, url: '' },
    { start: 'then', duration: 3, url: '' },
  ]
  assert.deepEqual(readSpans(entries), [{ startMs: Date.parse('2026-08-22T16:57:28.123Z'), seconds: 60.5 }])
})
