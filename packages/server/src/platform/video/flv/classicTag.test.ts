import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { writeAmf } from '#platform/video/rtmp/amf0.ts'
import { classicTag } from './classicTag.ts'

const tagFrom = (kind: MediaTag['kind'], hex: string): MediaTag => ({
  kind,
  timestampMs: 7,
  body: Buffer.from(hex.replaceAll(' ', ''), 'hex'),
})
const classicOf = (kind: MediaTag['kind'], hex: string) => classicTag(tagFrom(kind, hex))?.body.toString('hex')
const [avc1, hvc1, mp4a] = ['avc1', 'hvc1', 'mp4a'].map((name) => Buffer.from(name).toString('hex'))

test('classicTag() writes H.264 of Enhanced RTMP in the classic form', () => {
  assert.equal(classicOf('video', `90 ${avc1} 0164`), '17000000000164')
  assert.equal(classicOf('video', `91 ${avc1} 000043 aabb`), '1701000043aabb')
  assert.equal(classicOf('video', `a1 ${avc1} fffff0 aabb`), '2701fffff0aabb')
  assert.equal(classicOf('video', `a3 ${avc1} aabb`), '2701000000aabb')
  assert.equal(classicOf('video', `92 ${avc1}`), '1702000000')
})

test('classicTag() writes AAC of Enhanced RTMP in the classic form', () => {
  assert.equal(classicOf('audio', `90 ${mp4a} 1190`), 'af001190')
  assert.equal(classicOf('audio', `91 ${mp4a} aabb`), 'af01aabb')
})

test('classicTag() drops tags without a classic form', () => {
  assert.equal(classicOf('video', `94 ${avc1} aabb`), undefined)
  assert.equal(classicOf('audio', `92 ${mp4a}`), undefined)
  assert.equal(classicOf('audio', `94 ${mp4a} 0002`), undefined)
})

test('classicTag() writes the codecs in metadata as numbers of the classic form', () => {
  const metadata = (videocodecid: number, audiocodecid: number): MediaTag => ({
    kind: 'data',
    timestampMs: 0,
    body: writeAmf(['onMetaData', { width: 64, videocodecid, audiocodecid, encoder: 'x' }]),
  })
  assert.deepEqual(classicTag(metadata(numberOf('avc1'), numberOf('mp4a'))), metadata(7, 10))
  for (const other of [metadata(7, 10), metadata(numberOf('hvc1'), numberOf('Opus'))]) {
    assert.equal(classicTag(other), other)
    for (let end = 0; end < other.body.length; end += 1) {
      const cut = { ...other, body: other.body.subarray(0, end) }
      assert.equal(classicTag(cut), cut)
    }
  }
})

const numberOf = (fourCc: string) => Buffer.from(fourCc).readUInt32BE()

test('classicTag() returns other tags as they are', () => {
  for (const tag of [
    tagFrom('video', '1701000000aa'),
    tagFrom('video', `91 ${hvc1} 000000 aa`),
    tagFrom('video', '90'),
    tagFrom('audio', 'af01aabbcc'),
    tagFrom('audio', ''),
    tagFrom('data', `90 ${avc1}`),
  ]) {
    assert.equal(classicTag(tag), tag)
  }
})
