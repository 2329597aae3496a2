import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVideoTag } from './videoTag.ts'

const avcC = '0164002affe1001b6764002aacd940780227e5c044000003000400000301e03c60c65801000668ebe3cb22c0fdf8f800'
const header = (hex: string) => Buffer.from(`1700000000${hex}`, 'hex')

test('a header gives the codec, the size and the record itself, which does not keep the message in memory', () => {
  const body = header(avcC)
  const message = readVideoTag(body, undefined)
  const description = Buffer.from(avcC, 'hex')
  const track = { codec: 'avc1.64002A', width: 1920, height: 1080, description }
  assert.deepEqual(message, { kind: 'header', track, nalLengthBytes: 4, frameSeconds: 1 / 60 })
  body.fill(0)
  assert.ok(message.kind === 'header' && message.track.description.equals(description))
})

test('frames have a key flag and a signed composition time', () => {
  const payload = Buffer.from('000000020101', 'hex')
  const read = (head: string) => readVideoTag(Buffer.concat([Buffer.from(head, 'hex'), payload]), 4)
  assert.deepEqual(read('1701000043'), { kind: 'frame', isKeyFrame: true, compositionMs: 67, payload })
  assert.deepEqual(read('2701ffffdf'), { kind: 'frame', isKeyFrame: false, compositionMs: -33, payload })
  assert.equal(read('37010003e8').kind, 'frame')
  assert.equal(read('1701008000').kind, 'damaged')
})

test('the payload of a frame is a view of its message', () => {
  const body = Buffer.from('1701000000000000020101', 'hex')
  const message = readVideoTag(body, 4)
  assert.ok(message.kind === 'frame' && message.payload.buffer === body.buffer)
})

for (const [name, payload, lengthBytes] of [
  ['no NAL unit', '', 4],
  ['an empty NAL unit', '00000000', 4],
  ['an empty NAL unit between others', '0000000101000000000000000101', 4],
  ['a NAL unit beyond the end', '0000000301ff', 4],
  ['a length beyond all ends', 'ffffffff01', 4],
  ['half a length', '00000001010000', 4],
  ['a length without its NAL unit', '00000001010003', 2],
] as const) {
  test(`a frame is damaged by ${name}`, () => {
    assert.equal(readVideoTag(Buffer.from(`2701000000${payload}`, 'hex'), lengthBytes).kind, 'damaged')
  })
}

for (const [lengthBytes, payload] of [
  [1, '0101020202'],
  [2, '0001010002ffff'],
  [4, '000000010100000002ffff'],
] as const) {
  test(`NAL units with lengths of ${lengthBytes} bytes fill the frame`, () => {
    assert.equal(readVideoTag(Buffer.from(`2701000000${payload}`, 'hex'), lengthBytes).kind, 'frame')
  })
}

for (const [name, hex] of [
  ['nothing', ''],
  ['another version', avcC.replace(/^01/, '02')],
  ['lengths of three bytes', avcC.replace(/^0164002aff/, '0164002afe')],
  ['no sequence parameter set', avcC.replace('ffe1', 'ffe0')],
  ['no picture parameter set', avcC.replace('c65801', 'c65800')],
  ['a parameter set beyond the end', avcC.replace('01000668', '01ff0668')],
  ['a damaged sequence parameter set', '0164002affe100046764002a01000168'],
] as const) {
  test(`a header is damaged by ${name}`, () => assert.equal(readVideoTag(header(hex), undefined).kind, 'damaged'))
}

for (const [body, codec] of [
  ['22', 'Sorenson H.263'],
  ['24', 'VP6'],
  ['1c00000000', 'HEVC'],
  ['2f', 'an unknown codec'],
  ['9068766331', 'HEVC'],
  ['9061763031', 'AV1'],
  ['a176703039', 'VP9'],
  ['a178787878', 'xxxx'],
  ['9000010203', 'an unknown codec'],
] as const) {
  test(`${body} is ${codec}, which is refused`, () => {
    const message = readVideoTag(Buffer.from(body, 'hex'), undefined)
    assert.ok(message.kind === 'unsupported' && message.codec === codec)
    assert.match(message.advice, /\.$/)
  })
}

test('chroma formats that browsers do not decode are refused, with advice on colours', () => {
  const tenBit = '016e001effe1001b676e001ea6cd940a02ff97011000000300100000030320f162d96001000668ebe3cb22c0fdfafa00'
  const message = readVideoTag(header(tenBit), undefined)
  assert.ok(message.kind === 'unsupported')
  assert.equal(message.codec, 'H.264 with 10 bit 4:2:0 colour')
  assert.match(message.advice, /NV12/)
})

test('H.264 is accepted in Enhanced RTMP, too', () => {
  const payload = Buffer.from('000000020101', 'hex')
  const enhanced = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), payload])
  assert.equal(readVideoTag(Buffer.from(`9061766331${avcC}`, 'hex'), undefined).kind, 'header')
  const frame = { kind: 'frame', payload }
  const coded = readVideoTag(enhanced('9161766331000021'), 4)
  assert.deepEqual(coded, { ...frame, isKeyFrame: true, compositionMs: 33 })
  const atOnce = readVideoTag(enhanced('a361766331'), 4)
  assert.deepEqual(atOnce, { ...frame, isKeyFrame: false, compositionMs: 0 })
  assert.equal(readVideoTag(Buffer.from('9261766331', 'hex'), 4).kind, 'nothing')
  assert.equal(readVideoTag(Buffer.from('976176633100', 'hex'), 4).kind, 'damaged')
  assert.equal(readVideoTag(Buffer.from('91617663310000', 'hex'), 4).kind, 'damaged')
})

test('ends, commands and empty messages are nothing; half a head is damaged', () => {
  for (const body of ['', '1702000000', '5700', 'd0']) {
    assert.equal(readVideoTag(Buffer.from(body, 'hex'), 4).kind, 'nothing', body)
  }
  for (const body of ['17', '17010000', '1703000000', '90687663']) {
    assert.equal(readVideoTag(Buffer.from(body, 'hex'), 4).kind, 'damaged', body)
  }
})
