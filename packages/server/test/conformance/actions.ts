import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { objectOf, type Json, type Reply } from '#test/world/world.ts'
import { plainOf, propertiesOf } from './schema.ts'
import type { Rule, Scene, Stage } from './stage.ts'

/** The actions of operations, each under an Idempotency-Key. */
export const actionRules: Rule[] = [
  {
    name: 'every action is carried out once under an Idempotency-Key',
    applies: (of) => !of.isRead && !of.isLenient && actionsOf(of).length > 0,
    check: carriedOut,
  },
]

function actionsOf(of: Operation): string[] {
  const values = plainOf(propertiesOf(of.input)['action'])['enum']
  return Array.isArray(values) ? values.map(String) : []
}

async function carriedOut(stage: Stage, of: Operation): Promise<void> {
  const resource = stage.resourceOf(of)
  assert.ok(resource, `${of.id} has actions of no resource`)
  const unreached: string[] = []
  for (const action of actionsOf(of)) {
    const isDone = await reached(stage, { of, resource, action })
    if (!isDone) unreached.push(action)
  }
  assert.deepEqual(
    unreached,
    stage.recipes.testedApart[of.id] ?? [],
    'actions that a test of their own runs under a key',
  )
}

type Way = { prepared?: string; draft?: Json }
type Trying = { of: Operation; resource: Resource; action: string }

/** Whether the action succeeds on a new record, at once or behind one other action; the last one is a first draft. */
async function reached(stage: Stage, trying: Trying): Promise<boolean> {
  const { of, resource, action } = trying
  const create = stage.operation(`${resource.id}.create`)
  const takesStatus = create !== undefined && Object.hasOwn(propertiesOf(create.input), 'status')
  const others = actionsOf(of).filter((each) => each !== action)
  const ways: Way[] = [{}, ...others.map((prepared) => ({ prepared }))]
  if (takesStatus) ways.push({ draft: { status: resource.initial } })
  for (const { prepared, draft } of ways) {
    const scene = await stage.scene()
    const record = { [resource.idKey]: (await scene.make(resource.id, draft))['id'] }
    if (prepared !== undefined) await scene.send(of, { ...record, action: prepared })
    if (await isAnsweredOnce(stage, scene, { of, input: { ...record, action } })) return true
  }
  return false
}

async function isAnsweredOnce(stage: Stage, scene: Scene, { of, input }: { of: Operation; input: Json }) {
  const send = (): Promise<Reply> => scene.send(of, input, { headers: { 'idempotency-key': 'action' } })
  const first = await send()
  assert.ok([200, 400, 409].includes(first.status), `${String(input['action'])}: ${first.text}`)
  if (first.status !== 200) {
    const isMove = first.status === 409
    if (isMove) assert.equal(objectOf(first.body['error'])['reason'], 'invalid_transition', String(input['action']))
    const kept = await stage.rows('select key from account_idempotency where account_id = $1', [scene.account.id])
    assert.deepEqual(kept, [], 'a refused action has used its key up')
    return false
  }
  // Without this wait a task of the action may run between the two reads.
  await stage.world.settle()
  const before = await stage.snapshot(scene.account)
  const again = await send()
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
  await stage.unchanged(scene.account, before, `a repeated ${String(input['action'])} has changed something`)
  return true
}
