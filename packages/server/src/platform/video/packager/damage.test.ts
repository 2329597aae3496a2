import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { audioHeader, avcRecords, programme, videoHeader } from '#test/video/madeEncoder.ts'
import { checkMedia, recordMedia } from '#test/video/recordedMedia.ts'

const bodyCount = 100_000
const connectionTags = 200

/** Pseudo-random numbers below a bound, the same in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Changes up to four bytes, cuts off the end, or returns random bytes. */
function damage(body: Buffer, random: (below: number) => number): Buffer {
  const kind = random(8)
  if (kind === 0) return Buffer.from(Array.from({ length: random(60) }, () => random(256)))
  if (kind === 1) return body.subarray(0, random(body.length + 1))
  const changed = Buffer.from(body)
  // The first byte names the codec and stays, so that damage reaches the code behind it.
  for (let left = 1 + random(4); left > 0; left -= 1) changed[1 + random(changed.length - 1)] = random(256)
  return changed
}

test(`the packager survives ${bodyCount} damaged bodies, and its output stays valid`, () => {
  const random = randomFrom(20_261_121)
  const headers = [videoHeader(), videoHeader(0, avcRecords.hd), audioHeader()]
  const whole = programme({ seconds: 3, keyFrameSeconds: 0.5, bytes: 40 })
  const recording = recordMedia()
  let made = 0
  for (let sent = 0; sent < bodyCount; sent += connectionTags) {
    recording.packager.begin()
    recording.send([videoHeader(), audioHeader()])
    for (let index = 0; index < connectionTags; index += 1) {
      const tag: MediaTag = whole[index % whole.length] ?? assert.fail()
      const victim = random(20) === 0 ? (headers[random(headers.length)] ?? tag) : tag
      const timestampMs = random(50) === 0 ? random(2 ** 32) : tag.timestampMs
      const refused = recording.refusals.length
      recording.packager.tag({
        kind: random(10) === 0 ? 'data' : victim.kind,
        timestampMs,
        body: damage(victim.body, random),
      })
      recording.packager.tag(tag)
      // A refused encoder reconnects.
      if (recording.refusals.length > refused) {
        recording.packager.begin()
        recording.send([videoHeader(), audioHeader()])
      }
    }
    recording.packager.health()
    recording.packager.flush()
    made += recording.segments.length
    if (sent % 10_000 === 0) checkMedia(recording)
  }
  assert.ok(made > 1_000)
})
