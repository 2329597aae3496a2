import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagOf } from '#test/video/rtmpEncoder.ts'
import { writeAmf } from './amf0.ts'
import { messageOfTag, messageType, tagsOf } from './rtmpMessage.ts'

const message = (type: number, body: Buffer, timestampMs = 0) => ({ type, timestampMs, streamId: 1, body })

function flvTag(type: number, timestampMs: number, body: Buffer): Buffer {
  const head = Buffer.alloc(11)
  head[0] = type
  head.writeUIntBE(body.length, 1, 3)
  head.writeUIntBE(timestampMs & 0xff_ffff, 4, 3)
  head[7] = timestampMs >>> 24
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(11 + body.length)
  return Buffer.concat([head, body, tail])
}

test('bodies of audio and video are passed on unchanged, those of Enhanced RTMP too', () => {
  const enhanced = Buffer.from('90687663310102', 'hex')
  assert.deepEqual(tagsOf(message(messageType.video, enhanced, 40)), [
    { kind: 'video', timestampMs: 40, body: enhanced },
  ])
  assert.deepEqual(tagsOf(message(messageType.audio, Buffer.of(0xaf, 1, 2), 0xffff_ffff)), [
    { kind: 'audio', timestampMs: 0xffff_ffff, body: Buffer.of(0xaf, 1, 2) },
  ])
  assert.deepEqual(tagsOf(message(messageType.video, Buffer.alloc(0))), [])
})

test('data is read behind @setDataFrame, in AMF0 and behind the marker of AMF3', () => {
  const body = writeAmf(['onMetaData', { width: 64 }])
  const framed = Buffer.concat([writeAmf(['@setDataFrame']), body])
  const tag = { kind: 'data', timestampMs: 0, body }
  assert.deepEqual(tagsOf(message(messageType.dataAmf0, framed)), [tag])
  assert.deepEqual(tagsOf(message(messageType.dataAmf0, body)), [tag])
  assert.deepEqual(tagsOf(message(messageType.dataAmf3, Buffer.concat([Buffer.of(0), framed]))), [tag])
  assert.deepEqual(tagsOf(message(messageType.dataAmf0, writeAmf(['@clearDataFrame']))), [])
  assert.throws(() => tagsOf(message(messageType.dataAmf3, Buffer.of(6, 1))), { name: 'RtmpDamage' })
})

test('tags of an aggregate get times relative to its own', () => {
  const parts = [flvTag(8, 5_000, Buffer.of(1)), flvTag(9, 5_020, Buffer.of(2)), flvTag(18, 5_040, Buffer.of(3))]
  assert.deepEqual(tagsOf(message(messageType.aggregate, Buffer.concat(parts), 100)), [
    { kind: 'audio', timestampMs: 100, body: Buffer.of(1) },
    { kind: 'video', timestampMs: 120, body: Buffer.of(2) },
    { kind: 'data', timestampMs: 140, body: Buffer.of(3) },
  ])
  const late = [flvTag(8, 0xffff_fff0, Buffer.of(1)), flvTag(8, 0x10, Buffer.of(2))]
  assert.deepEqual(
    tagsOf(message(messageType.aggregate, Buffer.concat(late), 0xffff_fff8)).map(({ timestampMs }) => timestampMs),
    [0xffff_fff8, 0x18],
  )
})

test('a damaged aggregate is refused', () => {
  const lying = flvTag(9, 0, Buffer.of(1))
  lying.writeUIntBE(500, 1, 3)
  const many = Buffer.concat(Array.from({ length: 1_025 }, () => flvTag(8, 0, Buffer.alloc(0))))
  for (const body of [lying, flvTag(9, 0, Buffer.of(1)).subarray(0, 8), many]) {
    assert.throws(() => tagsOf(message(messageType.aggregate, body)), { name: 'RtmpDamage' })
  }
})

test('tagsOf() reads the tag that messageOfTag() wrote', () => {
  for (const tag of [tagOf.metadata(), tagOf.videoHeader(7), tagOf.audioFrame(9)]) {
    assert.deepEqual(tagsOf(messageOfTag(tag, 1)), [tag])
  }
})
