import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { blockOf, calibrationMs, longestTurnMs } from '#test/world/loopBlocks.ts'
import { world, type World } from '#test/world/world.ts'

/** A body of the largest size that is only parsed and written takes one of these. `npm run bench` has milliseconds. */
const timesCalibrationMax = 20

describe('no input holds the event loop', { concurrency: 1 }, () => {
  let w: World
  let maxMs: number

  before(async () => {
    w = await world()
    maxMs = timesCalibrationMax * (await calibrationMs())
  })
  after(() => w[Symbol.asyncDispose]())

  test('an input of the public holds the loop no longer than a large body takes to parse', async () => {
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

  test('a body with a secret key holds it no longer, up to 5 MiB of attendees', async () => {
    for (const id of ['places.place.create', 'livestream.details.create', 'livestream.ticketingEvent.create']) {
      const { what, ms } = await blockOf(w.app, w.operation(id), w.account.secretKey)
      assert.ok(ms < maxMs, `${id} with ${what}: ${ms} ms of ${maxMs}`)
    }
  })

  test('the first document after a start holds it no longer', async () => {
    for (const url of ['/openapi.json', '/llms.txt', '/docs/errors', '/docs/reference.js']) {
      const ms = await longestTurnMs(() => w.app.server.inject(url))
      assert.ok(ms < maxMs, `${url}: ${ms} ms of ${maxMs}`)
    }
  })
})
