import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tenantProducts } from '#test/world/tenants.ts'
import { limitRules } from './admission.ts'
import { plants, type Plant } from './plants.ts'
import { rules } from './rules.ts'
import { openScene, openStage, type Stage } from './stage.ts'
import { thingProduct, thingSql } from './thing.ts'

const all = [...rules, ...limitRules]
const sound = thingProduct('sound', (of) => Object.values(of))

/** Each violation is a product of its own on one server: an operation as its rule gets it, and as it is mounted. */
const planted = plants.map((plant, index) => {
  const ruled = thingProduct(nameOf(index), (of, thing) =>
    Object.entries(of).map(([verb, each]) => (verb === plant.verb ? (plant.broken?.(each, thing) ?? each) : each)),
  )
  const [thing] = ruled.resources
  const target = ruled.operations.find((of) => of.path.endsWith(`/${plant.verb}`))
  assert.ok(thing && target)
  const mounted = ruled.operations.map((of) => (of === target ? (plant.mounted?.(of, thing) ?? of) : of))
  return { plant, target, product: { ...ruled, operations: mounted } }
})

let stage: Stage

before(async () => {
  const products = [...tenantProducts, sound, ...planted.map((each) => each.product)]
  stage = await openStage({ products, sql: thingSql })
})

after(() => stage[Symbol.asyncDispose]())

test('every rule has a planted violation', () => {
  const names = new Set(plants.map((plant) => plant.rule))
  assert.deepEqual(
    all.filter((rule) => !names.has(rule.name)).map((rule) => rule.name),
    [],
  )
  assert.deepEqual(
    [...names].filter((name) => !all.some((rule) => rule.name === name)),
    [],
  )
})

for (const { plant, target } of planted) {
  test(`planted: ${plant.rule}, at ${plant.verb}`, async () => {
    const rule = all.find((each) => each.name === plant.rule)
    const on = plant.lie === undefined ? stage : lying(stage, plant.lie)
    assert.ok(rule !== undefined && rule.applies(target, on), 'the rule does not apply')
    const earlier = plant.isLast ? rules.slice(0, rules.indexOf(rule)) : []
    for (const each of earlier) if (each.applies(target, on)) await each.check(on, target)
    await assert.rejects(rule.check(on, target), plant.says)
  })
}

for (const of of sound.operations) {
  test(`passed: ${of.path}`, async () => {
    for (const rule of rules) if (rule.applies(of, stage)) await rule.check(stage, of)
  })
}

/** The same stage, on a server with falsified responses. */
function lying(stage: Stage, lie: NonNullable<Plant['lie']>): Stage {
  const on: Stage = {
    ...stage,
    async send(of, input, how) {
      const reply = await stage.send(of, input, how)
      return lie(reply, {
        key: how.key,
        headers: how.headers ?? {},
        payload: JSON.stringify(input),
        query: '',
        cast: stage.cast,
      })
    },
    async raw(of, request) {
      const { key, headers = {}, payload, query = '' } = request
      const reply = await stage.raw(of, request)
      return lie(reply, { key, headers, payload: String(payload ?? '-'), query, cast: stage.cast })
    },
    scene: (kind) => openScene(on, kind ?? 'business'),
  }
  return on
}

/** Letters only, as a product's name has. */
function nameOf(index: number): string {
  return `plant${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`
}
