import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAudioTag } from './audioTag.ts'

const header = (hex: string) => readAudioTag(Buffer.from(`af00${hex}`, 'hex'))

/** AudioSpecificConfigs bit by bit: object type 5, rate 4 (or 15 and 24), channels 4, then what follows. */
const configs: { name: string; hex: string; track: [string, number, number]; samplesPerFrame: number }[] = [
  { name: 'AAC-LC, 44.1 kHz, mono', hex: '1208', track: ['mp4a.40.2', 44_100, 1], samplesPerFrame: 1_024 },
  { name: 'AAC-LC, 48 kHz, stereo', hex: '1190', track: ['mp4a.40.2', 48_000, 2], samplesPerFrame: 1_024 },
  { name: 'AAC-LC with SBR denied', hex: '120856e500', track: ['mp4a.40.2', 44_100, 1], samplesPerFrame: 1_024 },
  { name: 'AAC-LC, 5.1', hex: '11b056e500', track: ['mp4a.40.2', 48_000, 6], samplesPerFrame: 1_024 },
  { name: 'AAC-LC, 7.1', hex: '11b8', track: ['mp4a.40.2', 48_000, 8], samplesPerFrame: 1_024 },
  { name: 'frames of 960', hex: '1194', track: ['mp4a.40.2', 48_000, 2], samplesPerFrame: 960 },
  { name: 'an explicit rate', hex: '17802ee010', track: ['mp4a.40.2', 24_000, 2], samplesPerFrame: 1_024 },
  { name: 'HE-AAC, signalled first', hex: '2b11880000', track: ['mp4a.40.5', 48_000, 2], samplesPerFrame: 2_048 },
  { name: 'HE-AAC v2, signalled first', hex: 'eb098800', track: ['mp4a.40.29', 48_000, 2], samplesPerFrame: 2_048 },
  { name: 'HE-AAC, signalled last', hex: '131056e598', track: ['mp4a.40.5', 48_000, 2], samplesPerFrame: 2_048 },
  { name: 'HE-AAC v2, last', hex: '130856e59d4880', track: ['mp4a.40.29', 48_000, 2], samplesPerFrame: 2_048 },
  {
    // FFmpeg's description of 6.1, with its name as the comment; the SBR after it lies at a full byte.
    name: 'channels by a program_config_element',
    hex: '1200050848002000c4400d4c61766335392e33372e31303056e588',
    track: ['mp4a.40.5', 88_200, 7],
    samplesPerFrame: 2_048,
  },
]

for (const { name, hex, track, samplesPerFrame } of configs) {
  test(`audio: ${name}`, () => {
    const [codec, sampleRate, channelCount] = track
    const described = { codec, sampleRate, channelCount, description: Buffer.from(hex, 'hex') }
    const read = header(hex)
    assert.ok(read.kind === 'header')
    assert.deepEqual([read.track, read.samplesPerFrame], [described, samplesPerFrame])
  })
}

for (const [name, hex] of [
  ['one byte', '12'],
  ['a rate that is reserved', '1690'],
  ['no rate', '178000000010'],
  ['a rate of megahertz', '17ffffff90'],
  ['no channels', '1200'],
  ['SBR of three times the rate', '2b89880000'],
  ['an endless record', '1190'.padEnd(1_100, '0')],
] as const) {
  test(`a header is damaged by ${name}`, () => assert.equal(header(hex).kind, 'damaged'))
}

for (const [hex, codec] of [
  ['af000a10', 'AAC of object type 1'],
  ['af00f95010', 'AAC of object type 42'],
  ['2f00', 'MP3'],
  ['b2', 'Speex'],
  ['5e', 'Nellymoser'],
  ['d0', 'an unknown audio codec'],
  ['904f707573', 'Opus'],
  ['902e6d7033', '.mp3'],
] as const) {
  test(`${codec} is refused`, () => {
    const message = readAudioTag(Buffer.from(hex, 'hex'))
    assert.ok(message.kind === 'unsupported', JSON.stringify(message))
    assert.equal(message.codec, codec === '.mp3' ? 'MP3' : codec)
    assert.match(message.advice, /\.$/)
  })
}

test('frames lie in their message, in both forms', () => {
  const payload = Buffer.from('2110', 'hex')
  assert.deepEqual(readAudioTag(Buffer.from('af012110', 'hex')), { kind: 'frame', payload })
  assert.deepEqual(readAudioTag(Buffer.from('916d7034612110', 'hex')), { kind: 'frame', payload })
  assert.equal(readAudioTag(Buffer.from('906d7034611190', 'hex')).kind, 'header')
  assert.equal(readAudioTag(Buffer.from('926d703461', 'hex')).kind, 'nothing')
})

test('empty messages and frames are nothing; others are damaged', () => {
  for (const body of ['', 'af01']) assert.equal(readAudioTag(Buffer.from(body, 'hex')).kind, 'nothing', body)
  const tooLong = `af01${'00'.repeat(8_192)}`
  for (const body of ['af', 'af02', '906d70', '966d703461', tooLong]) {
    assert.equal(readAudioTag(Buffer.from(body, 'hex')).kind, 'damaged', body.slice(0, 20))
  }
})
