import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CaptionError, cuesMax, readCues, toWebVtt } from './vtt.ts'

/** Line and message of the error for a file. */
async function refusal(source: string): Promise<[number, string]> {
  try {
    await toWebVtt(source)
  } catch (error) {
    if (error instanceof CaptionError) return [error.line, error.message]
    throw error
  }
  throw new assert.AssertionError({ message: 'the file was accepted' })
}

test('SubRip becomes WebVTT', async () => {
  const srt =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:04,000\r\nHello\r\n<i>world</i>\r\n\r\n' +
    '2\r\n01:00:00,000 --> 01:00:02,250\r\nBye\r\n'
  const expected =
    'WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nHello\n<i>world</i>\n\n01:00:00.000 --> 01:00:02.250\nBye\n'
  assert.equal(await toWebVtt(srt), expected)
  assert.equal(await toWebVtt(expected), expected)
})

test('WebVTT is read with notes, styles, names, settings and short times', async () => {
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
  const cues = await readCues(vtt)
  assert.deepEqual(
    cues.map((cue) => [cue.startMs, cue.text]),
    [
      [1000, ['One']],
      [442_800_000, ['Two']],
    ],
  )
  const written = await toWebVtt(vtt)
  assert.match(written, /^00:00:01\.000 --> 00:00:02\.000 line:0 align:start$/m)
  assert.match(written, /^123:00:00\.000 --> 123:00:01\.000$/m)
  assert.ok(!/NOTE|STYLE|onclick/.test(written))
})

test('a malformed caption file is refused with the number of its line', async () => {
  assert.deepEqual(await refusal(''), [1, 'holds no captions'])
  assert.deepEqual(await refusal('WEBVTT\n\n'), [1, 'holds no captions'])
  assert.deepEqual((await refusal('<html>\n<body>'))[0], 1)
  assert.match((await refusal('WEBVTT\n\n00:01.000 -> 00:02.000\nX')).join(), /^3,must be the times/)
  assert.match((await refusal('1\n00:00:61,000 --> 00:00:62,000\nX')).join(), /^2,holds no valid times/)
  assert.match((await refusal(`1\n00:00,000 --> ${'9'.repeat(400)}:00:00,000\nX`)).join(), /^2,holds no valid times/)
  assert.match((await refusal('1\n00:00:02,000 --> 00:00:01,000\nX')).join(), /^2,ends before/)
  assert.match((await refusal('00:05.000 --> 00:06.000\nA\n\n00:04.000 --> 00:06.000\nB')).join(), /^4,begins before/)
  assert.match(
    (await refusal('00:05.000 --> 00:06.000\nA\n00:07.000 --> 00:08.000\nB')).join(),
    /^3,needs an empty line/,
  )
})

test('the longest file is parsed over several turns of the event loop; a longer one is refused', async () => {
  const cue = '00:01.000 --> 00:02.000\nX\n\n'
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  await toWebVtt(cue.repeat(cuesMax))
  isRead = true
  assert.ok(turns > 10, `${turns}`)
  assert.equal((await readCues(cue.repeat(cuesMax))).length, cuesMax)
  assert.equal((await refusal(cue.repeat(cuesMax + 1)))[0], cuesMax * 3 + 1)
  assert.equal((await refusal(`00:01.000 --> ${'0'.repeat(1_000_000)}`))[0], 1)
  assert.match((await refusal(`WEBVTT${'\n'.repeat(1_000_000)}`)).join(), /^200001,is beyond the 200000 lines/)
})

test('a cue drops repeated settings without blanks in linear time', async () => {
  const times = '00:00:00.000 --> 00:00:01.000'
  const written = await toWebVtt(`WEBVTT\n\n${times} ${'line:a'.repeat(5_000)} x\nHello\n`)
  assert.equal(written, `WEBVTT\n\n${times}\nHello\n`)
})
