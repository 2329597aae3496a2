import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { blockOf, calibrationMs, longestTurnMs } from '#test/world/loopBlocks.ts'
import { world, type World } from '#test/world/world.ts'

/** Longest block of the event loop, in times of parsing and writing a body of the largest size. */
const timesCalibrationMax = 20

describe('no input blocks the event loop', { concurrency: 1 }, () => {
  let w: World
  let maxMs: number

  before(async () => {
    w = await world()
    maxMs = timesCalibrationMax * calibrationMs()
  })
  after(() => w[Symbol.asyncDispose]())

  test('a public input blocks the loop no longer than a large body takes to parse', async () => {
    const open = w.app.products.flatMap(({ operations, pages, hooks }) => [
      ...operations.filter(({ credential }) => credential !== 'secret'),
      ...pages,
      ...hooks,
    ])
    assert.ok(open.length > 20)
    for (const of of open) {
      const { what, ms } = await blockOf(w.app, of, w.account.secretKey)
      assert.ok(ms < maxMs, `${of.id} with ${what}: ${ms} ms of ${maxMs}`)
    }
  })

  test('a body with a secret key blocks the loop no longer, up to 5 MiB of attendees', async () => {
    for (const id of ['places.place.create', 'livestream.details.create', 'livestream.ticketingEvent.create']) {
      const { what, ms } = await blockOf(w.app, w.operation(id), w.account.secretKey)
      assert.ok(ms < maxMs, `${id} with ${what}: ${ms} ms of ${maxMs}`)
    }
  })

  test('the first document after a start blocks the loop no longer', async () => {
    for (const url of ['/openapi.json', '/llms.txt', '/docs/errors', '/docs/reference.js']) {
      const ms = await longestTurnMs(() => w.app.server.inject(url))
      assert.ok(ms < maxMs, `${url}: ${ms} ms of ${maxMs}`)
    }
  })
})
