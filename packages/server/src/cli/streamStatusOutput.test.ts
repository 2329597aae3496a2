import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import type { StreamStatus } from '#products/livestream/stream/streamStatus.ts'
import { world } from '#test/world/world.ts'
import { streamStatus } from '#test/video/streamStatus.ts'
import { newsOf, statusLine, statusLines, type StatusView } from './streamStatusOutput.ts'

type Refusal = StreamStatus['refusals'][number]

const [firstAt, lastAt] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:05:06.000Z']
const wrongKey: Refusal = { code: 'wrong_key', message: 'The stream key is not right.', attempts: 1, firstAt, lastAt }
const noCodec: Refusal = { code: 'codec', message: 'Send\u001B[2JH.264.', attempts: 1234, firstAt, lastAt }

test('refusals of encoders are printed with reason, number and time, without control characters', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.stream.create', { title: 'Concert' })
  const idle = await streamStatus(w, String(id))
  assert.ok('refusals' in idle)
  const viewOf = (refusals: Refusal[]): StatusView => ({
    title: 'Concert',
    playerUrl: 'https://fairground.test/watch/plb_1',
    targetNames: new Map(),
    status: { ...idle, refusals },
    bitratesKbps: [],
  })
  const view = viewOf([wrongKey, noCodec])
  const lines = statusLines(view)
  assert.ok(!lines.join('').includes('\u001B[2J'))
  assert.deepEqual(lines.map(stripVTControlCharacters).slice(-2), [
    `refused    ! The stream key is not right. ${lastAt}`,
    `           ! Send [2JH.264. 1,234 times until ${lastAt}`,
  ])
  assert.equal(
    statusLine(view),
    'idle; offline; 0 watching; refused an encoder, wrong_key: The stream key is not right.; ' +
      'refused an encoder, codec: Send [2JH.264.',
  )
  assert.ok(!statusLines(viewOf([])).join('\n').includes('refused'))

  const printed = newsOf(view.status)
  assert.equal(newsOf(viewOf([{ ...wrongKey, attempts: 2 }, noCodec]).status), printed)
  assert.notEqual(newsOf(viewOf([noCodec]).status), printed)
  assert.notEqual(newsOf(viewOf([{ ...wrongKey, firstAt: lastAt }, noCodec]).status), printed)
})
