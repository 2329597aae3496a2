import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import { Type } from '#kit/values/schema.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { fuzz, type FuzzOptions } from './fuzz.ts'
import { openStage, type Stage } from './stage.ts'
import { thingProduct, thingSql, type ThingOperations } from './thing.ts'

const seed = 20_261_121

type Broken = {
  verb: keyof ThingOperations
  says: RegExp
  change(of: Operation): Operation
  more?: Pick<FuzzOptions, 'responseMsMax'>
}

const broken: Record<string, Broken> = {
  'a handler that stumbles': {
    verb: 'create',
    says: /internal_error/,
    change: (of) => ({
      ...of,
      handle: (ctx, input) => (Object(input).size > 3 ? Promise.reject(new Error('too big')) : of.handle(ctx, input)),
    }),
  },
  'an answer outside its document': {
    verb: 'update',
    says: /internal_error/,
    change: (of) => ({ ...of, handle: async (ctx, input) => ({ ...Object(await of.handle(ctx, input)), stray: 1 }) }),
  },
  'a leak between accounts': {
    verb: 'get',
    says: /leaks thg_/,
    change: (of) => ({ ...of, output: Type.Object({}), publicOutput: undefined, reasons: [], handle: leak(of) }),
  },
  'an answer that takes too long': {
    verb: 'get',
    says: /answers after/,
    more: { responseMsMax: 200 },
    change: (of) => ({
      ...of,
      handle: (ctx, input) => new Promise((done) => setTimeout(done, 250)).then(() => of.handle(ctx, input)),
    }),
  },
}

/** Returns the record of the input's id, even of another account. */
function leak(of: Operation): Operation['handle'] {
  return async (ctx, input) => {
    try {
      return await of.handle(ctx, input)
    } catch (error) {
      const { thingId } = Object(input)
      if (typeof thingId !== 'string') throw error
      return { id: thingId, thingId, status: 'active' }
    }
  }
}

describe('planted', { concurrency: 2 }, () => {
  let stage: Stage
  let options: FuzzOptions
  const planted = Object.values(broken).map(({ verb, change }, index) =>
    thingProduct(`thing${'abcd'.charAt(index)}`, (of) => Object.values({ ...of, [verb]: change(of[verb]) })),
  )

  before(async () => {
    const sound = thingProduct('sound', (of) => Object.values(of))
    stage = await openStage({ products: [...tenantProducts, sound, ...planted], sql: thingSql })
    const scene = await stage.scene()
    const record = await scene.make('sound.thing')
    options = {
      runs: 200,
      seed,
      endOnFailure: true,
      victim: { scene, ids: new Map([['thg', String(record['id'])]]), before: [] },
    }
  })

  after(() => stage[Symbol.asyncDispose]())

  for (const [index, [name, { verb, says, more }]] of Object.entries(broken).entries()) {
    test(name, async () => {
      const of = planted[index]?.operations.find((each) => each.path.endsWith(`/${verb}`))
      assert.ok(of)
      await assert.rejects(fuzz(stage, of, { ...options, ...more }), says)
    })
  }
})
