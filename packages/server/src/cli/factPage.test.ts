import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { retryDelayMs } from '#kit/values/backOff.ts'
import { listBackOff, pauseMsAfter, readFactPage, Refused } from './factPage.ts'

const fact = {
  id: encodeId('fct', 1, uuidv7(0)),
  name: 'places.place.created',
  subject: 'plc_1',
  subjectVersion: 1,
  toldAt: '2026-11-22T08:00:00.000Z',
  payload: { text: '\u001b[2J' },
}
const page = (items: unknown, status = 200) => Response.json({ data: { items } }, { status })

test('a page of facts is read; control characters reach no terminal', async () => {
  assert.deepEqual(await readFactPage(page([fact])), [fact])
  const [odd] = await readFactPage(page([{ ...fact, subject: 'plc_1\u001b[2J', name: 'a\u009b31m\n' }]))
  assert.deepEqual([odd?.subject, odd?.name], ['plc_1 [2J', 'a 31m '])
  const refused = Response.json({ error: { message: '\u001b]0;mine\u0007' } }, { status: 400 })
  await assert.rejects(readFactPage(refused), { message: ' ]0;mine ' })
})

test('a response that is no page of facts is an error, which is retried', async () => {
  const others = [
    page(undefined),
    page({}),
    page([1]),
    page([{ ...fact, id: 5 }]),
    new Response('<html>'),
    Response.json(null),
  ]
  for (const response of others) {
    await assert.rejects(readFactPage(response), (error) => error instanceof Error && !(error instanceof Refused))
  }
  await assert.rejects(readFactPage(Response.json({}, { status: 404 })), Refused)
})

test('a response without an end is left, after the bytes of a page', async () => {
  let pieces = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1
      controller.enqueue(new Uint8Array(1_048_576))
    },
  })
  await assert.rejects(readFactPage(new Response(endless)), /more than 67108864 bytes/)
  assert.ok(pieces < 70, String(pieces))
})

test('a refused request repeats after Retry-After, 60 s at most; an empty page delays the next request', async () => {
  const delays: [string, number][] = [
    ['3', 3_000],
    ['99999999', 60_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 60_000],
    ['1', 1_000],
    ['0', 500],
    ['soon', 500],
  ]
  for (const [header, delayMs] of delays) {
    const response = Response.json({}, { status: 429, headers: { 'retry-after': header } })
    const error: unknown = await readFactPage(response).catch((thrown: unknown) => thrown)
    assert.equal(retryDelayMs(listBackOff, 1, Object(error)), delayMs)
  }
  assert.deepEqual([pauseMsAfter([], 100), pauseMsAfter([], 25_000), pauseMsAfter([fact], 1)], [400, 0, 0])
})
