import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import { requestHash } from '#platform/http/idempotency.ts'
import { checkInput } from '#platform/http/inputCheck.ts'
import { objectOf, type Json, type Reply } from '#test/world/world.ts'
import { refusedExample } from './sharedScenes.ts'
import { idPrefixOf, propertiesOf, sampleOf } from './schema.ts'
import type { Rule, Scene, Stage } from './stage.ts'

const takesKey = (of: Operation) => !of.isRead && !of.isLenient && of.credential !== 'none'
const has = (of: Operation, name: string) => propertiesOf(of.input)[name] !== undefined
const isCreate = (of: Operation) => Object.hasOwn(propertiesOf(of.output), 'created')

/** An upsert: a create that accepts the id of a record to update. */
export function isUpsert(stage: Stage, of: Operation): boolean {
  return of.id.endsWith('.create') && isCreate(of) && has(of, stage.resourceOf(of)?.idKey ?? '')
}

/** Rules about repeated requests. */
export const retryRules: Rule[] = [
  {
    name: 'a repeated Idempotency-Key gets the stored response without a second effect',
    applies: takesKey,
    check: replayed,
  },
  { name: 'an Idempotency-Key in flight is a conflict', applies: takesKey, check: inFlight },
  { name: 'a refused request does not use its Idempotency-Key up', applies: takesKey, check: refusedFirst },
  {
    name: 'a clientReference makes a create safe to repeat',
    applies: (of) => isCreate(of) && has(of, 'clientReference'),
    check: referenced,
  },
  {
    name: 'every create takes a clientReference',
    applies: (of) => isCreate(of) || (of.id.endsWith('.create') && of.credential !== 'person'),
    check: takesReference,
  },
  { name: 'a stale ifVersion is a conflict that changes nothing', applies: (of) => has(of, 'ifVersion'), check: stale },
]

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

async function replayed(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const input = await scene.example(of)
  const first = await scene.send(of, input, keyed('again'))
  assert.equal(first.status, 200, first.text)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  const before = await afterEffects(stage, scene)
  if (Object.hasOwn(stage.recipes.endsAccess, of.id)) return
  const second = await scene.send(of, input, keyed('again'))
  assert.equal(second.headers['idempotent-replayed'], 'true', second.text)
  assert.equal(second.text, first.text)
  await together(stage, scene, { of, requestId: first.body['requestId'] })
  const other = altered(of, input)
  if (other !== undefined) conflict(await scene.send(of, other, keyed('again')), 'idempotency_key_reused')
  await stage.unchanged(scene.account, before, 'a repeated request has changed something')
}

/** The rows once the jobs of a request have ended: any scene that settles runs them, also between two requests. */
async function afterEffects(stage: Stage, { account }: Scene): Promise<string[]> {
  await stage.world.settle()
  return stage.snapshot(account)
}

type Kept = { of: Operation; requestId: unknown }

/** Requires one transaction for the stored response and the audit rows: a process that dies leaves both or neither. */
async function together(stage: Stage, { account }: Scene, { of, requestId }: Kept): Promise<void> {
  const rows = await stage.rows(
    `select k.xmin::text as kept, array_agg(distinct a.xmin::text) as audited
     from account_idempotency k join account_audit a on a.request_id = k.request_id
     where k.account_id = $1 and a.account_id = $2 and k.request_id = $3 group by 1`,
    [of.isOfPlatform ? 0 : account.id, account.id, requestId],
  )
  const [row] = rows
  assert.ok(row, 'a keyed request left no audit row')
  const isTogether = JSON.stringify(row['audited']) === JSON.stringify([row['kept']])
  assert.equal(isTogether, !Object.hasOwn(stage.recipes.keptAfterwards, of.id), 'answer and effect, in one transaction')
}

const secretKey = { credential: 'secret', scopes: [] } as const
const session = { credential: 'session', scopes: [] } as const

async function inFlight(stage: Stage, of: Operation): Promise<void> {
  const { scene, example: input } = await refusedExample(stage, of)
  const isPerson = of.credential === 'person'
  // The key of a person is in no account.
  await scene.caller(of)
  const busy = isPerson ? [0, `${scene.people.at(-1)?.personId}:busy`] : [scene.account.id, 'busy']
  const actor = isPerson ? session : secretKey
  await stage.rows(
    `insert into account_idempotency
       (account_id, key, operation, request_hash, request_id, lease_token, lease_until, created_at)
     values ($1, $2, $3, $4, 'req_other', gen_random_uuid(), clock_timestamp() + interval '1 hour', $5)`,
    [...busy, of.id, requestHash({ input: checkInput(of, input), actor }), stage.world.clock.now()],
  )
  const before = await stage.snapshot(scene.account)
  conflict(await scene.send(of, input, keyed('busy')), 'idempotency_in_flight')
  await stage.unchanged(scene.account, before, 'something has changed')
}

async function refusedFirst(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const input = await scene.example(of)
  const wrong = await scene.send(of, { ...input, zzUnknown: 'x' }, keyed('once'))
  assert.equal(wrong.status, 400, wrong.text)
  const long = await scene.send(of, input, keyed('k'.repeat(256)))
  assert.equal(long.status, 400, `a key of 256 characters: ${long.text}`)
  const right = await scene.send(of, input, keyed('once'))
  assert.equal(right.status, 200, right.text)
  assert.equal(right.headers['idempotent-replayed'], undefined)
}

/** Another valid input for the same records, if one exists: it changes existing fields first. */
function altered(of: Operation, input: Json): Json | undefined {
  if (has(of, 'metadata')) return { ...input, metadata: { altered: 'yes' } }
  const isOther = ([name, schema]: [string, unknown]) => idPrefixOf(schema) === undefined && name !== 'clientReference'
  const fields = Object.entries(propertiesOf(of.input)).filter(isOther)
  const isGiven = ([name]: [string, unknown]) => input[name] !== undefined
  for (const [name, schema] of [...fields.filter(isGiven), ...fields]) {
    for (const n of [1, 2]) {
      const other = { ...input, [name]: sampleOf(schema, n) }
      if (JSON.stringify(other) !== JSON.stringify(input) && isAccepted(of, other)) return other
    }
  }
  return undefined
}

function isAccepted(of: Operation, input: Json): boolean {
  try {
    checkInput(of, input)
    return true
  } catch {
    return false
  }
}

async function takesReference(_stage: Stage, of: Operation): Promise<void> {
  assert.ok(has(of, 'clientReference'), 'takes no clientReference')
  assert.ok(isCreate(of), 'does not answer whether it created')
}

async function referenced(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const input = { ...(await scene.example(of)), clientReference: 'order 66/ä' }
  const first = await succeed(scene, of, input)
  assert.deepEqual([first['created'], first['clientReference']], [true, 'order 66/ä'])
  const before = await afterEffects(stage, scene)
  const second = await succeed(scene, of, input)
  assert.deepEqual([second['created'], second['id']], [false, first['id']])
  await found(stage, scene, { of, first })
  await stage.unchanged(scene.account, before, 'the repeated create has changed something')
  const other = altered(of, input)
  if (other === undefined) return
  const third = await scene.send(of, { ...other, clientReference: 'order 66/ä' })
  if (isUpsert(stage, of)) {
    assert.equal(third.status, 200, third.text)
    assert.deepEqual(
      [objectOf(third.body['data'])['created'], objectOf(third.body['data'])['id']],
      [false, first['id']],
    )
    return
  }
  conflict(third, 'client_reference_exists')
  assert.equal(Object(Object(third.body['error'])['details'])['existingId'], first['id'])
  await stage.unchanged(scene.account, before, 'a refused create has changed something')
}

/** Requires every get and list of the created noun to find the record by its reference. */
async function found(stage: Stage, scene: Scene, { of, first }: { of: Operation; first: Json }): Promise<void> {
  const resources = stage.products.flatMap((product) => product.resources)
  const made = resources.find(({ prefix }) => String(first['id']).startsWith(`${prefix}_`))
  const noun = made?.id ?? of.id.slice(0, of.id.lastIndexOf('.'))
  const reads = stage.products
    .flatMap((product) => product.operations)
    .filter((each) => each.isRead && each.id.startsWith(`${noun}.`))
  for (const read of reads.filter((each) => /\.(get|all)$/.test(each.id))) {
    const reply = await scene.send(read, { clientReference: 'order 66/ä' })
    assert.equal(reply.status, 200, `${read.id} by clientReference: ${reply.text}`)
    const data = objectOf(reply.body['data'])
    const ids = Array.isArray(data['items']) ? data['items'].map((item) => objectOf(item)['id']) : [data['id']]
    assert.deepEqual(ids, [first['id']], `${read.id} by clientReference`)
  }
}

async function stale(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const input = await scene.example(of)
  const resource = stage.resourceOf(of)
  if (resource !== undefined && isUpsert(stage, of)) input[resource.idKey] = (await scene.make(resource.id))['id']
  const before = await stage.snapshot(scene.account)
  const reply = await scene.send(of, { ...input, ifVersion: 999 })
  conflict(reply, 'version_mismatch')
  assert.equal(typeof Object(Object(reply.body['error'])['details'])['version'], 'number', reply.text)
  await stage.unchanged(scene.account, before, 'something has changed')
  const { version } = Object(Object(reply.body['error'])['details'])
  const right = await scene.send(of, { ...input, ifVersion: version })
  assert.equal(right.status, 200, right.text)
}

async function succeed(scene: Scene, of: Operation, input: Json): Promise<Json> {
  const reply = await scene.send(of, input)
  assert.equal(reply.status, 200, reply.text)
  return objectOf(reply.body['data'])
}

function conflict(reply: Reply, reason: string): void {
  assert.equal(reply.status, 409, `not ${reason}: ${reply.text}`)
  assert.match(reply.text, new RegExp(`"code":"conflict","reason":"${reason}"`))
}
