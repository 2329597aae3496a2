import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Rule, Stage } from './stage.ts'

/** Rules for lenient operations. */
export const lenientRules: Rule[] = [
  {
    name: 'a lenient operation ignores unknown fields, Idempotency-Key and ifVersion',
    applies: (of) => of.isLenient,
    check: ignores,
  },
  {
    name: 'a lenient operation requires and closes nothing, and declares no conflict',
    applies: (of) => of.isLenient,
    check: open,
  },
]

async function ignores(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const example = await scene.example(of)
  const more = { zzUnknown: 'x', nested: { deep: [1] }, metadata: 5, action: 'explode', ifVersion: 999 }
  const unknown = Object.fromEntries(Object.entries(more).filter(([name]) => !Object.hasOwn(of.input.properties, name)))
  const how = { headers: { 'idempotency-key': 'one' } }
  for (const input of [{ ...example, ...unknown }, example]) {
    const reply = await scene.send(of, input, how)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.headers['idempotent-replayed'], undefined, 'the Idempotency-Key is heeded')
  }
  assert.ok('ifVersion' in unknown, 'takes ifVersion')
}

async function open(stage: Stage, of: Operation): Promise<void> {
  assert.deepEqual(Object(of.input)['required'] ?? [], [])
  assert.deepEqual(
    of.emits.filter((fact) => fact.isPublic && !of.isLenient),
    [],
  )
  const scene = await stage.scene()
  const statuses = new Set<number>()
  for (const input of [{}, { zzUnknown: 1 }, ...oddOnes(of)]) statuses.add((await scene.send(of, input)).status)
  const strange = [...statuses].filter((status) => ![200, 400, 404].includes(status))
  assert.deepEqual(strange, [], 'answers that the specification does not know')
}

function oddOnes(of: Operation): Record<string, unknown>[] {
  return Object.keys(of.input.properties).flatMap((name) =>
    ['', 'x', 5, true, null, [], {}].map((value) => ({ [name]: value })),
  )
}
