import assert from 'node:assert/strict'
import { Type } from '#kit/values/schema.ts'
import type { Fact } from '#kit/nouns/fact.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { storedShape } from '#kit/nouns/resource.ts'
import { secretPattern } from '#platform/auth/keyFormat.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import { objectOf, type Json, type Reply } from '#test/world/world.ts'
import { checkHeaders } from './admission.ts'
import { oncePerOperation, refusedExample, type ExampleScene } from './sharedScenes.ts'
import type { Rule, Scene, Stage } from './stage.ts'

const isWrite = (of: Operation) => !of.isRead

/** Rules about the effects of an operation called with its example. */
export const outcomeRules: Rule[] = [
  { name: 'the example succeeds with the documented response', applies: () => true, check: documented },
  { name: 'an operation emits only declared facts, as documented', applies: () => true, check: facts },
  { name: 'a read changes nothing', applies: (of) => of.isRead, check: readOnly },
  { name: 'every record that a write changes has one audit row', applies: isWrite, check: audit },
  { name: 'no stored text holds a secret', applies: isWrite, check: secrets },
]

type Versions = Map<string, number>
/** The example of an operation, sent once: its response, facts and changed records, and how long the log was before. */
type Outcome = { scene: Scene; reply: Reply; emitted: Json[]; changed: string[]; loggedBefore: number }

const outcomeOf = oncePerOperation(async (stage, of): Promise<Outcome> => {
  const loggedBefore = stage.logs.length
  const { scene, example } = of.isRead ? await refusedExample(stage, of) : await ownExample(stage, of)
  const before = await versions(stage, scene)
  // With a key, since `secrets` looks into the stored response.
  const reply = await scene.send(of, example, { headers: { 'idempotency-key': 'first' } })
  const after = await versions(stage, scene)
  const emitted = await stage.rows(
    `select name, subject, subject_version, payload, is_public from account_outbox
     where account_id = $1 and cause = $2 and kind = 'fact'`,
    [scene.account.id, of.id],
  )
  const changed = [...after].filter(([id, version]) => before.get(id) !== version).map(([id]) => id)
  return { scene, reply, emitted, changed, loggedBefore }
})

async function ownExample(stage: Stage, of: Operation): Promise<ExampleScene> {
  const scene = await stage.scene()
  return { scene, example: await scene.example(of) }
}

async function documented(stage: Stage, of: Operation): Promise<void> {
  const { reply } = await outcomeOf(stage, of)
  assert.equal(reply.status, 200, `the example is refused: ${reply.text}`)
  if (of.events !== undefined) return assert.match(String(reply.headers['content-type']), /^text\/event-stream/)
  if (of.textType !== undefined) return void assert.equal(reply.headers['content-type'], of.textType)
  assert.deepEqual(Object.keys(reply.body), ['data', 'requestId'])
  assert.ok(satisfies(of.output, reply.body['data']), `not as documented: ${reply.text}`)
  checkHeaders(reply, 'of the example')
  const resource = stage.resourceOf(of)
  const data = objectOf(reply.body['data'])
  if (resource !== undefined && data[resource.idKey] !== undefined) assert.equal(data['id'], data[resource.idKey])
}

async function facts(stage: Stage, of: Operation): Promise<void> {
  const { reply, emitted } = await outcomeOf(stage, of)
  assert.equal(reply.status, 200, `the example is refused: ${reply.text}`)
  for (const row of emitted) {
    const fact = of.emits.find((each) => each.name === row['name'])
    assert.ok(fact, `emits ${String(row['name'])}, which it does not declare`)
    assert.ok(!of.isLenient || row['is_public'] === false, `emits ${fact.name} to the public`)
    const payload = objectOf(JSON.parse(String(row['payload'])))
    assert.ok(
      satisfies(payloadOf(stage, fact), payload),
      `${fact.name} is not as documented: ${String(row['payload'])}`,
    )
    if (fact.resourceId === undefined) continue
    assert.deepEqual(
      [payload['id'], payload['version']],
      [row['subject'], row['subject_version']],
      `subject of ${fact.name}`,
    )
  }
  if (of.isRead) assert.deepEqual(emitted, [])
  if (!of.isRead && of.emits.length > 0) assert.ok(emitted.length > 0, 'emits nothing')
}

/** A resource's fact carries the stored record as its owner sees it. */
function payloadOf(stage: Stage, fact: Fact) {
  const resources = stage.products.flatMap((product) => product.resources)
  const resource = resources.find((each) => each.id === fact.resourceId)
  return resource === undefined ? fact.payload : Type.Object(storedShape(resource), { additionalProperties: false })
}

async function readOnly(stage: Stage, of: Operation): Promise<void> {
  // An account that was never read: the first read could write, and later ones not.
  const { scene, example } = await ownExample(stage, of)
  const before = await stage.snapshot(scene.account)
  const reply = await scene.send(of, example, { headers: { 'idempotency-key': 'k' } })
  assert.equal(reply.status, 200, reply.text)
  await stage.unchanged(scene.account, before, 'something has changed')
  assert.equal(reply.headers['idempotent-replayed'], undefined)
}

async function audit(stage: Stage, of: Operation): Promise<void> {
  const { scene, reply, changed } = await outcomeOf(stage, of)
  assert.equal(reply.status, 200, reply.text)
  const rows = await stage.rows(
    'select actor, action, target, changes from account_audit where account_id = $1 and request_id = $2',
    [scene.account.id, reply.body['requestId']],
  )
  assert.ok(rows.length > 0, 'leaves no audit row')
  // A sign-in beside the change is a row about its actor, the person.
  const targets = rows.filter(({ actor, target }) => actor !== target).map((row) => String(row['target']))
  if (changed.length > 0) assert.deepEqual(targets.sort(), changed.sort(), 'audit rows are not of what changed')
  for (const row of rows) {
    // An operation may create its person, unknown to the scene.
    const people = of.credential === 'none' ? /^(per_[0-9a-z]{26}|public)$/ : /^per_[0-9a-z]{26}$/
    if (of.isOfPlatform) assert.match(String(row['actor']), people, 'no person acts')
    else assert.equal(row['actor'], of.credential === 'none' ? 'public' : scene.keyId)
    assert.match(String(row['action']), /^[a-z]+\.[A-Za-z]+\.[A-Za-z]+$/)
    assert.equal(typeof JSON.parse(String(row['changes'])), 'object')
  }
}

/** The version of every record of an account, by its public id. */
async function versions(stage: Stage, scene: Scene): Promise<Versions> {
  const resources = stage.products.flatMap((product) => product.resources)
  const each = resources.map(
    ({ prefix, table }) => `select '${prefix}' as prefix, id, version from ${table} where account_id = $1`,
  )
  const rows = await stage.rows(each.join(' union all '), [scene.account.id])
  const found: Versions = new Map(
    rows.map(({ prefix, id, version }) => [encodeId(String(prefix), scene.account.id, String(id)), Number(version)]),
  )
  const [own] = await stage.rows('select version from account_account where account_id = $1', [scene.account.id])
  return found.set(scene.account.publicId, Number(own?.['version']))
}

const secretName = /(secret|password|token)$/i
const marker = 'Marked-Passw0rd-3141592'

async function secrets(stage: Stage, of: Operation): Promise<void> {
  const { scene, reply: first, loggedBefore } = await outcomeOf(stage, of)
  const texts = Object.entries(of.input.properties).filter(
    ([name, schema]) => secretName.test(name) && satisfies(schema, marker),
  )
  const marked = Object.fromEntries(texts.map(([name]) => [name, marker]))
  assert.equal(first.status, 200, first.text)
  const other = await stage.scene()
  const again = { ...(await other.example(of)), ...marked }
  const second = await other.send(of, again, { headers: { 'idempotency-key': 'key' } })
  const replies = [first, second]
  const shown = replies.flatMap((reply) => secretsIn(reply.body))
  const kept = await stage.rows(
    `select changes as text from account_audit where account_id = any($1)
     union all select payload from account_outbox where account_id = any($1)
     union all select encode(answer, 'escape') from account_idempotency where account_id = any($1)`,
    [[scene.account.id, other.account.id, 0]],
  )
  const places = [...kept.map((row) => String(row['text'])), ...stage.logs.slice(loggedBefore)]
  const tokens = scene.people.map(({ token }) => token)
  for (const secret of [...new Set([scene.key, marker, ...tokens, ...shown])]) {
    const found = places.find((text) => text.includes(secret))
    assert.equal(found, undefined, `a secret is kept in ${found?.slice(0, 300)}`)
  }
  for (const text of places) assert.doesNotMatch(text, new RegExp(secretPattern.source), 'a key is kept')
  assert.ok(!replies.some((reply) => reply.text.includes(marker)), 'a password is answered')
}

/** Values of a response under names of secrets. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return secretName.test(name) && value.length >= 8 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => secretsIn(each, Array.isArray(value) ? name : key))
}
