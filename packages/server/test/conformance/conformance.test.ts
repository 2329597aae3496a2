import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import { products } from '#products/index.ts'
import { limitRules } from './admission.ts'
import { rules } from './rules.ts'
import { openStage, type Rule, type Stage } from './stage.ts'

const operations = products.flatMap((product) => product.operations)
/** A bucket of one, which refills in hours. */
const scarce = { perSecond: 0.0001, burst: 1 }

let open: Stage
let drained: Stage

before(async () => {
  open = await openStage()
  drained = await openStage({
    rates: Object.fromEntries(['secret', 'public', 'beacon'].map((name) => [name, { name, ...scarce }])),
  })
})

after(async () => {
  await open[Symbol.asyncDispose]()
  await drained[Symbol.asyncDispose]()
})

describe('every operation', { concurrency: 4 }, () => {
  for (const of of operations) {
    test(`${of.id}: ${of.method} ${of.path}`, async () => {
      assert.deepEqual([...(await broken(open, of, rules)), ...(await broken(drained, of, limitRules))], [])
    })
  }
})

test('what is no address of ours is refused in our words', async () => {
  const long = `/public/video/details/${'x'.repeat(250)}/chapters.vtt`
  for (const url of ['/api', '/api/places/general', '/api/%', '/api/places/general/all/', '/%2e%2e/etc', long]) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { statusCode, body, headers } = await open.world.app.server.inject({ method, url })
      assert.equal(statusCode, 404, `${method} ${url}: ${body}`)
      assert.match(
        body,
        /^\{"error":\{"code":"not_found","reason":"route_not_found",.*"requestId":"req_[0-9a-z]{26}"\}$/,
      )
      assert.match(String(headers['x-request-id']), /^req_/)
    }
  }
})

/** What an operation breaks, one line for each rule. */
async function broken(stage: Stage, of: Operation, all: readonly Rule[]): Promise<string[]> {
  const found: string[] = []
  for (const rule of all) {
    if (!rule.applies(of, stage)) continue
    await rule
      .check(stage, of)
      .catch((error: Error) => found.push(`${rule.name}: ${error.message.slice(0, 800)}${cause(stage, error)}`))
  }
  return found
}

/** What the server's log says of a failure of its own. */
function cause(stage: Stage, error: Error): string {
  const requestId = /internal_error.*"requestId":"(\w+)"/.exec(error.message)?.[1]
  const line = requestId === undefined ? undefined : stage.logs.find((each) => each.includes(requestId))
  return line === undefined ? '' : ` (${line.slice(0, 600)})`
}
