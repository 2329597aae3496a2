import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import type { Loop } from './demoLoop.ts'
import { feedLoop } from './loopFeed.ts'

const tag = (kind: MediaTag['kind'], timestampMs: number): MediaTag => ({ kind, timestampMs, body: Buffer.alloc(2) })
const media = [tag('video', 0), tag('audio', 0), tag('audio', 40), tag('video', 50), tag('audio', 80)]
const loop: Loop = { headers: [tag('video', 0), tag('audio', 0)], media, durationMs: 100 }

test('a feed sends the loop at its pace, round after round', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const sent: MediaTag[] = []
  let now = 5_000
  const stop = feedLoop(loop, { send: (each) => sent.push(each), nowMs: () => now })
  const pass = (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
    return sent.splice(0).map(({ kind, timestampMs }) => `${kind} ${timestampMs}`)
  }
  assert.deepEqual(pass(0), ['video 0', 'audio 0', 'video 0', 'audio 0'])
  assert.deepEqual(pass(33), [])
  assert.deepEqual(pass(33), ['audio 40', 'video 50'])
  assert.deepEqual(pass(66), ['audio 80', 'video 100', 'audio 100'])

  // The clock jumps by an hour: the feed continues where it was, without a gap in timestamps.
  assert.deepEqual(pass(3_600_000).slice(0, 3), ['audio 140'])
  assert.deepEqual(pass(33), ['video 150'])

  stop()
  assert.deepEqual(pass(1_000), [])
})

test('timestamps wrap at 32 bits', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const sent: number[] = []
  let now = 0
  const slow = { ...loop, media: [tag('video', 0), tag('video', 900)], durationMs: 2 ** 32 }
  const stop = feedLoop(slow, { send: ({ timestampMs }) => sent.push(timestampMs), nowMs: () => now })
  now = 900
  t.mock.timers.tick(33)
  now = 2 ** 32
  t.mock.timers.tick(33)
  stop()
  assert.deepEqual(sent.slice(2), [0, 900, 0])
})
