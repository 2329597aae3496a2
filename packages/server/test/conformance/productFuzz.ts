import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import { products } from '#products/index.ts'
import { fuzz, makeVictim, type FuzzOptions } from './fuzz.ts'
import { nounsOf, openStage, type Stage } from './stage.ts'

/** Seed of the inputs, the same in each run. FUZZ_SEED sends others, FUZZ_RUNS more of them. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const runs = Number(process.env['FUZZ_RUNS'] ?? 60)

/** Defines the tests of one product: no input makes an operation fail, respond slowly or leak another account. */
export function testFuzz(productName: string): void {
  const operations = products.find(({ name }) => name === productName)?.operations
  assert.ok(operations, `no product ${productName}`)
  // Records that follow from others, such as deliveries, appear after their cause: on a separate server they appear
  // soon.
  const awaiting = operations.filter(usesNounWithoutCreate)
  const rest = operations.filter((of) => !awaiting.includes(of))
  for (const [kind, some] of Object.entries({ awaiting, rest })) {
    if (some.length === 0) continue
    describe(`fuzzed operations of ${productName}, ${kind}, seed ${seed}`, { concurrency: 4 }, () => {
      let stage: Stage
      let options: FuzzOptions

      before(async () => {
        stage = await openStage()
        options = { runs, seed, victim: await makeVictim(stage) }
      })

      after(async () => {
        try {
          await stage.unchanged(options.victim.scene.account, options.victim.before, 'another account has changed')
        } finally {
          await stage[Symbol.asyncDispose]()
        }
      })

      for (const of of some) test(of.id, () => fuzz(stage, of, options))
    })
  }
}

const { operation } = nounsOf(products)

/** Whether the example refers to a record that follows from other operations. */
function usesNounWithoutCreate(of: Operation): boolean {
  const named = [...JSON.stringify(of.example).matchAll(/"madeFirst":"([\w.]+)"/g)]
  return named.some(([, noun]) => operation(`${noun}.create`) === undefined)
}
