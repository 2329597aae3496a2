import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CaptionError, cuesMax, readCues, toWebVtt } from './vtt.ts'

/** The line that a file is refused at, and what is said. */
function refusal(source: string): [number, string] {
  try {
    toWebVtt(source)
  } catch (error) {
    if (error instanceof CaptionError) return [error.line, error.message]
    throw error
  }
  throw new assert.AssertionError({ message: 'was read' })
}

test('SubRip becomes WebVTT', () => {
  const srt =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:04,000\r\nHello\r\n<i>world</i>\r\n\r\n' +
    '2\r\n01:00:00,000 --> 01:00:02,250\r\nBye\r\n'
  const expected =
    'WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nHello\n<i>world</i>\n\n01:00:00.000 --> 01:00:02.250\nBye\n'
  assert.equal(toWebVtt(srt), expected)
  assert.equal(toWebVtt(expected), expected)
})

test('WebVTT is read with notes, styles, names, settings and short times', () => {
  const vtt = [
    'WEBVTT - a title',
    'Kind: captions',
    '',
    'NOTE written by hand',
    'over two lines',
    '',
    'STYLE',
    '::cue { color: red }',
    '',
    'intro',
    '00:01.000 --> 00:02.000 line:0 align:start',
    'One',
    '',
    '123:00:00.000 --> 123:00:01.000 onclick:x()',
    'Two',
  ].join('\n')
  const cues = readCues(vtt)
  assert.deepEqual(
    cues.map((cue) => [cue.startMs, cue.text]),
    [
      [1000, ['One']],
      [442_800_000, ['Two']],
    ],
  )
  const written = toWebVtt(vtt)
  assert.match(written, /^00:00:01\.000 --> 00:00:02\.000 line:0 align:start$/m)
  assert.match(written, /^123:00:00\.000 --> 123:00:01\.000$/m)
  assert.ok(!/NOTE|STYLE|onclick/.test(written))
})

test('a file that cannot be read is refused with its line', () => {
  assert.deepEqual(refusal(''), [1, 'holds no captions'])
  assert.deepEqual(refusal('WEBVTT\n\n'), [1, 'holds no captions'])
  assert.deepEqual(refusal('<html>\n<body>')[0], 1)
  assert.match(refusal('WEBVTT\n\n00:01.000 -> 00:02.000\nX').join(), /^3,must be the times/)
  assert.match(refusal('1\n00:00:61,000 --> 00:00:62,000\nX').join(), /^2,holds no valid times/)
  assert.match(refusal(`1\n00:00,000 --> ${'9'.repeat(400)}:00:00,000\nX`).join(), /^2,holds no valid times/)
  assert.match(refusal('1\n00:00:02,000 --> 00:00:01,000\nX').join(), /^2,ends before/)
  assert.match(refusal('00:05.000 --> 00:06.000\nA\n\n00:04.000 --> 00:06.000\nB').join(), /^4,begins before/)
  assert.match(refusal('00:05.000 --> 00:06.000\nA\n00:07.000 --> 00:08.000\nB').join(), /^3,needs an empty line/)
})

test('the longest file is read in no time, a longer one is refused', () => {
  const cue = '00:01.000 --> 00:02.000\nX\n\n'
  const startedAt = performance.now()
  assert.equal(readCues(cue.repeat(cuesMax)).length, cuesMax)
  assert.equal(refusal(cue.repeat(cuesMax + 1))[0], cuesMax * 3 + 1)
  assert.equal(refusal(`00:01.000 --> ${'0'.repeat(1_000_000)}`)[0], 1)
  assert.ok(performance.now() - startedAt < 30_000)
})

test('settings that look like one another are left out at once, however many there are', () => {
  const times = '00:00:00.000 --> 00:00:01.000'
  const written = toWebVtt(`WEBVTT\n\n${times} ${'line:a'.repeat(5_000)} x\nHello\n`)
  assert.equal(written, `WEBVTT\n\n${times}\nHello\n`)
})
