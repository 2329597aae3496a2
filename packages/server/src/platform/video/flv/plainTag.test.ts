import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { plainTag } from './plainTag.ts'

const plainOf = (kind: MediaTag['kind'], hex: string) =>
  plainTag({ kind, timestampMs: 7, body: Buffer.from(hex.replaceAll(' ', ''), 'hex') })?.body.toString('hex')
const [avc1, hvc1, mp4a] = ['avc1', 'hvc1', 'mp4a'].map((name) => Buffer.from(name).toString('hex'))

test('plainTag() leaves tags without a wrapper alone', () => {
  const tag: MediaTag = { kind: 'video', timestampMs: 7, body: Buffer.from(`91${avc1}000000aa`, 'hex') }
  assert.equal(plainTag(tag), tag)
  assert.equal(plainOf('video', '1701000000aa'), '1701000000aa')
  assert.equal(plainOf('audio', 'af01aa'), 'af01aa')
  assert.equal(plainOf('data', '96'), '96')
  assert.equal(plainOf('video', ''), '')
})

test('plainTag() unwraps the default track of each kind of multitrack message', () => {
  assert.equal(plainOf('video', `96 01 ${avc1} 00 000043 aabb`), `91${avc1}000043aabb`)
  assert.equal(plainOf('audio', `95 01 ${mp4a} 00 aabb`), `91${mp4a}aabb`)
  assert.equal(plainOf('video', `a6 11 ${avc1} 01 000002 ffff 00 000003 aabbcc`), `a1${avc1}aabbcc`)
  assert.equal(plainOf('video', `96 20 ${hvc1} 01 000001 ff ${avc1} 00 000002 aabb`), `90${avc1}aabb`)
})

test('plainTag() drops messages of other tracks alone, and wrappers that end early', () => {
  assert.equal(plainOf('video', `96 01 ${avc1} 01 000043 aabb`), undefined)
  assert.equal(plainOf('audio', `95 01 ${mp4a} 02 aabb`), undefined)
  for (const hex of [
    '96',
    '9600',
    `9611${avc1}`,
    `9611${avc1}00`,
    `9611${avc1}00000005aa`,
    `9621${avc1}`,
    '97',
    '9701',
  ]) {
    assert.equal(plainOf('video', hex), undefined, hex)
  }
})

test('plainTag() skips modifiers, also in front of a multitrack message', () => {
  assert.equal(plainOf('video', `97 02 010203 01 ${avc1} 000000 aa`), `91${avc1}000000aa`)
  assert.equal(plainOf('video', `97 02 010203 07 00 ff 06 01 ${avc1} 00 000000 aa`), `91${avc1}000000aa`)
  const long = `97 ff 00ff ${'00'.repeat(256)} 01 ${avc1} 000000 aa`
  assert.equal(plainOf('video', long), `91${avc1}000000aa`)
  assert.equal(plainOf('video', `97${'000007'.repeat(9)}`), undefined)
})
