import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Json, Reply } from '#test/world/world.ts'
import { brokenValues, plainOf, propertiesOf, type Broken } from './schema.ts'
import { refusedExample, refusedScene } from './sharedScenes.ts'
import type { Rule, Stage } from './stage.ts'

/** Rules about inputs, derived from the operation's own schema. */
export const inputRules: Rule[] = [
  { name: 'each violation of the schema is named and changes nothing', applies: () => true, check: violations },
  { name: 'one response lists all violations', applies: (of) => !of.isLenient, check: together },
]

/** Whether the input travels in the address. */
export function isInQuery(of: Operation): boolean {
  return of.method === 'GET' || of.method === 'DELETE'
}

async function violations(stage: Stage, of: Operation): Promise<void> {
  const { scene, example } = await refusedExample(stage, of)
  const before = await stage.snapshot(scene.account)
  const wrong = violationsOf(of, example)
  assert.ok(of.isLenient || wrong.length > 0, 'nothing is refused')
  const missed: string[] = []
  for (const { input, at, rule } of wrong) {
    const reply = await scene.send(of, input)
    if (!names(reply, at, rule)) missed.push(`${at} ${rule}: ${reply.status} ${reply.text.slice(0, 300)}`)
  }
  assert.deepEqual(missed, [])
  await stage.unchanged(scene.account, before, 'a refused input has changed something')
}

/** The example with one violation, for every keyword of the schema. */
function violationsOf(of: Operation, example: Json): { input: Json; at: string; rule: string }[] {
  const found: { input: Json; at: string; rule: string }[] = []
  const inPath = new Set([...of.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  for (const [name, schema] of Object.entries(propertiesOf(of.input))) {
    if (inPath.has(name)) continue
    const broken: Broken[] = brokenValues(schema, isInQuery(of))
    found.push(
      ...broken.map(({ value, at, rule }) => ({ input: { ...example, [name]: value }, at: `/${name}${at}`, rule })),
    )
  }
  const required = plainOf(of.input)['required']
  for (const name of Array.isArray(required) ? required.map(String) : []) {
    if (inPath.has(name)) continue
    const { [name]: _left, ...input } = example
    found.push({ input, at: `/${name}`, rule: 'required' })
  }
  if (!of.isLenient)
    found.push({ input: { ...example, zzUnknown: 'x' }, at: '/zzUnknown', rule: 'additionalProperties' })
  return found
}

/** Whether a response refuses this field for this rule, in the contract's form. */
function names(reply: Reply, at: string, rule: string): boolean {
  const error = plainOf(reply.body['error'])
  const fields: unknown[] = Array.isArray(error['fields']) ? error['fields'] : []
  const isNamed = fields
    .map(plainOf)
    .some((each) => each['path'] === at && each['rule'] === rule && each['message'] !== '')
  const isFormed = error['code'] === 'invalid_request' && error['docs'] === `/docs/errors#${String(error['reason'])}`
  return reply.status === 400 && isNamed && isFormed
}

async function together(stage: Stage, of: Operation): Promise<void> {
  const scene = await refusedScene(stage, of)
  const reply = await scene.send(of, { zzFirst: 'x', zzSecond: 'y' })
  assert.equal(reply.status, 400, reply.text)
  for (const name of ['zzFirst', 'zzSecond'])
    assert.ok(names(reply, `/${name}`, 'additionalProperties'), `${name}: ${reply.text}`)
}
