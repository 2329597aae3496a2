import assert from 'node:assert/strict'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { isList, type Operation } from '#kit/nouns/operation.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { arrayOf, objectOf, type Json, type Reply } from '#test/world/world.ts'
import { withoutRequestId } from './admission.ts'
import { idPrefixOf, propertiesOf } from './schema.ts'
import { allowedOrigin } from '#test/world/tenants.ts'
import { refusedExample, refusedScene } from './sharedScenes.ts'
import type { Nouns, Rule, Scene, Stage } from './stage.ts'

const idFields = (of: Operation) =>
  Object.entries(propertiesOf(of.input)).filter(([, schema]) => idPrefixOf(schema) !== undefined)

/** Rules about isolation: an account reads the public records of another and nothing else. */
export const tenancyRules: Rule[] = [
  {
    name: "another account's id is like a missing one",
    applies: (of, among) => idFields(of).some(([, schema]) => createdBy(among, idPrefixOf(schema)) !== undefined),
    check: foreignIds,
  },
  { name: 'the public sees the public fields of public records', applies: isPublicRead, check: projection },
  {
    name: 'an invalid input is refused before a missing record, and that before a stale version',
    applies: subjectOf,
    check: order,
  },
]

function isPublicRead(of: Operation, stage: Nouns): boolean {
  const isRecord = isList(of) || of.id.endsWith('.get')
  return isRecord && of.credential === 'public' && stage.resourceOf(of)?.publicWhen !== undefined
}

/** Whether an operation works on a record that its input names. */
function subjectOf(of: Operation, stage: Nouns): boolean {
  const resource = stage.resourceOf(of)
  return resource !== undefined && propertiesOf(of.input)[resource.idKey] !== undefined && !isList(of)
}

async function foreignIds(stage: Stage, of: Operation): Promise<void> {
  const { scene: own, example: full } = await refusedExample(stage, of)
  const other = await stage.scene()
  const resource = stage.resourceOf(of)
  for (const [name, schema] of idFields(of)) {
    const prefix = idPrefixOf(schema) ?? ''
    const isSubject = isSubjectId(of, resource, name) && !isList(of)
    const foreign = await foreignId(stage, other, prefix)
    if (foreign === undefined) continue
    const example = { ...full, ...(isSubject ? {} : { clientReference: undefined }) }
    const missing = encodeId(prefix, own.account.id, uuidv7(stage.world.clock.now().getTime()))
    const elsewhere = encodeId(prefix, other.account.id, uuidv7(stage.world.clock.now().getTime()))
    const [mine, theirs] = [await stage.snapshot(own.account), await stage.snapshot(other.account)]
    const answers: string[] = []
    for (const id of [missing, elsewhere, foreign]) {
      const reply = await sendNaming(own, of, { example: defined(example), name, id })
      const expected = isSubject ? [404] : isList(of) ? [200] : [400]
      assert.ok(
        expected.includes(reply.status),
        `${name} ${id === foreign ? 'of another account' : 'missing'}: ${reply.text}`,
      )
      answers.push(withoutRequestId(reply).replaceAll(id, 'ID'))
    }
    assert.equal(new Set(answers).size, 1, `${name}: the answers differ: ${answers.join(' ')}`)
    await stage.unchanged(own.account, mine, `${name}: the own account has changed`)
    await stage.unchanged(other.account, theirs, `${name}: the other account has changed`)
  }
}

/** Whether an id is the subject: of any read, and of a write whose example has it in place of its noun's id. */
function isSubjectId(of: Operation, resource: Resource | undefined, name: string): boolean {
  if (name === resource?.idKey || of.isRead) return true
  const ownName = resource === undefined ? undefined : propertiesOf(of.input)[resource.idKey]
  return ownName !== undefined && of.example[resource?.idKey ?? ''] === undefined && of.example[name] !== undefined
}

type Naming = { example: Json; name: string; id: string }

/** Sends the example with an id in this field, without fields that exclude it. */
async function sendNaming(scene: Scene, of: Operation, { example, name, id }: Naming): Promise<Reply> {
  const input: Json = { ...example, [name]: id }
  const reply = await scene.send(of, input)
  const { fields } = Object(reply.body['error'])
  const rivals = arrayOf(fields ?? []).map(({ rule, path }) => (rule === 'exactlyOne' ? String(path).slice(1) : ''))
  if (!rivals.includes(name)) return reply
  for (const rival of rivals) if (rival !== name) delete input[rival]
  return scene.send(of, input)
}

function defined(input: Json): Json {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** A private record of the other account. Undefined for a noun without a creator. */
async function foreignId(stage: Stage, other: Scene, prefix: string): Promise<string | undefined> {
  const resource = createdBy(stage, prefix)
  if (resource === undefined) return undefined
  return String((await makeSeen(stage, other, { of: resource, isPublic: false }))['id'])
}

/** The noun of a prefix that has a create operation. */
function createdBy(among: Nouns, prefix: string | undefined): Resource | undefined {
  const resources = among.products.flatMap((product) => product.resources)
  return resources.find((each) => each.prefix === prefix && among.operation(`${each.id}.create`) !== undefined)
}

type Plan = { override: Json; action: string | undefined }
const plans = new WeakMap<Resource, Record<'true' | 'false', Plan | undefined>>()

/** Makes a record that is public, or private: by the fields and actions that decide it. */
export async function makeSeen(stage: Stage, scene: Scene, what: { of: Resource; isPublic: boolean }): Promise<Json> {
  const { of } = what
  if (of.publicWhen === undefined) return scene.make(of.id)
  let known = plans.get(of)
  if (known === undefined) plans.set(of, (known = { true: undefined, false: undefined }))
  known[`${what.isPublic}`] ??= await findPlan(stage, what)
  const plan = known[`${what.isPublic}`]
  assert.ok(plan, `nothing makes ${of.id} ${what.isPublic ? 'public' : 'private'}`)
  return follow(stage, scene, { of, plan })
}

async function findPlan(
  stage: Stage,
  { of, isPublic }: { of: Resource; isPublic: boolean },
): Promise<Plan | undefined> {
  const create = stage.operation(`${of.id}.create`)
  const choices = Object.entries(propertiesOf(create?.input)).flatMap(([name, schema]) => {
    const values: unknown[] = Array.isArray(schema['enum'])
      ? schema['enum']
      : schema['type'] === 'boolean'
        ? [true, false]
        : []
    return values.filter((value) => value !== null).map((value) => ({ [name]: value }))
  })
  const actions = [undefined, ...Object.keys(of.actions)]
  for (const action of actions) {
    for (const override of [{}, ...choices]) {
      const plan = { override, action }
      const record = await stage
        .scene()
        .then((scene) => follow(stage, scene, { of, plan }))
        .catch(() => undefined)
      if (record !== undefined && of.publicWhen?.holds(record) === isPublic) return plan
    }
  }
  return undefined
}

async function follow(stage: Stage, scene: Scene, { of, plan }: { of: Resource; plan: Plan }): Promise<Json> {
  const record = await scene.make(of.id, plan.override)
  const update = stage.operation(`${of.id}.update`)
  if (plan.action === undefined || update === undefined) return record
  const reply = await scene.send(update, { [of.idKey]: record['id'], action: plan.action })
  assert.equal(reply.status, 200, reply.text)
  return objectOf(reply.body['data'])
}

const marker = 'marked-for-the-owner'

async function projection(stage: Stage, of: Operation): Promise<void> {
  const resource = stage.resourceOf(of)
  if (resource === undefined) return
  const [visitor, owner] = [await refusedScene(stage, of), await stage.scene()]
  const hidden = await makeSeen(stage, owner, { of: resource, isPublic: false })
  const open = await makeSeen(stage, owner, { of: resource, isPublic: true })
  const update = stage.operation(`${resource.id}.update`)
  if (update !== undefined) {
    const mark = await owner.send(update, { [resource.idKey]: open['id'], metadata: { mark: marker } })
    assert.equal(mark.status, 200, mark.text)
  }
  const publicKey = await owner.newKey({ name: 'Audience', kind: 'public', allowedOrigins: [allowedOrigin] })
  const callers = {
    'another account': { key: visitor.key },
    'a public key': { key: publicKey, headers: { origin: allowedOrigin } },
  }
  for (const [who, how] of Object.entries(callers)) {
    const input = isList(of) ? { accountId: owner.account.publicId } : { [resource.idKey]: open['id'] }
    const reply = await stage.send(of, input, how)
    assert.equal(reply.status, 200, `${who}: ${reply.text}`)
    const data = objectOf(reply.body['data'])
    const records = isList(of) && Array.isArray(data['items']) ? data['items'].map(objectOf) : [data]
    assert.ok(
      records.some((record) => record['id'] === open['id']),
      `${who} does not see what is public: ${reply.text}`,
    )
    for (const record of records)
      for (const name of ownersFields(resource)) assert.ok(!(name in record), `${who} sees ${name}`)
    assert.ok(
      !reply.text.includes(marker) && !reply.text.includes(String(hidden['id'])),
      `${who} sees too much: ${reply.text}`,
    )
    if (isList(of)) continue
    const missing = encodeId(resource.prefix, owner.account.id, uuidv7(stage.world.clock.now().getTime()))
    const first = await stage.send(of, { [resource.idKey]: hidden['id'] }, how)
    const second = await stage.send(of, { [resource.idKey]: missing }, how)
    assert.equal(first.status, 404, `${who} sees a private record: ${first.text}`)
    assert.equal(withoutRequestId(first), withoutRequestId(second))
  }
}

function ownersFields(of: Resource): string[] {
  const shown = new Set([...of.publicFields, ...Object.keys(of.computed?.publicFields ?? {})])
  const names = Object.keys(of.fields).filter((name) => !shown.has(name))
  return ['version', 'clientReference', 'metadata', ...names]
}

async function order(stage: Stage, of: Operation): Promise<void> {
  const resource = stage.resourceOf(of)
  if (resource === undefined) return
  const { scene, example } = await refusedExample(stage, of)
  const missing = encodeId(resource.prefix, scene.account.id, uuidv7(stage.world.clock.now().getTime()))
  const naming = { example, name: resource.idKey, id: missing }
  const schema = propertiesOf(of.input)
  const wrong = { ...naming, example: { ...example, zzUnknown: 'x' } }
  if (!of.isLenient) assert.equal((await sendNaming(scene, of, wrong)).status, 400, '400 comes before 404')
  const late = schema['ifVersion'] === undefined ? example : { ...example, ifVersion: 999 }
  const reply = await sendNaming(scene, of, { ...naming, example: late })
  assert.equal(reply.status, 404, `404 comes before 409: ${reply.text}`)
}
