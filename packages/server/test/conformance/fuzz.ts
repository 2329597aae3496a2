import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import type { Json, Reply } from '#test/world/world.ts'
import { inputOf, type Ids } from './arbitrary.ts'
import { propertiesOf } from './schema.ts'
import type { Scene, Stage } from './stage.ts'
import { makeSeen } from './tenancy.ts'

/** An account that no other may read or change: its records and the words in them. */
export type Victim = { scene: Scene; ids: Map<string, string>; before: string[] }

export type FuzzOptions = {
  runs: number
  seed: number
  victim: Victim
  /** Skips the search for the smallest failing input. */
  endOnFailure?: boolean
  /** Limit that replaces one second. */
  responseMsMax?: number
}

const marker = 'Vx7-of-another-account'
const responseMsMaxDefault = 1_000
const slowResponsesMax = 5
const pauseMs = 500
/** Limit of the whole run: below that of a test, above the need of a busy machine. */
const fuzzMsMax = 280_000

/** Makes a private record of every noun in a separate account, with marks in all of its texts. */
export async function makeVictim(stage: Stage): Promise<Victim> {
  const scene = await stage.scene()
  const ids = new Map<string, string>()
  for (const of of stage.products.flatMap((product) => product.resources)) {
    const create = stage.operation(`${of.id}.create`)
    const update = stage.operation(`${of.id}.update`)
    if (create === undefined) continue
    const record = await makeSeen(stage, scene, { of, isPublic: false })
    ids.set(of.prefix, String(record['id']))
    if (update === undefined) continue
    const reply = await scene.send(update, { [of.idKey]: record['id'], ...marksOf(update) })
    assert.equal(reply.status, 200, `${update.id}: ${reply.text}`)
  }
  await stage.world.settle()
  return { scene, ids, before: await stage.snapshot(scene.account) }
}

function marksOf(update: Operation): Json {
  const names = ['name', 'title', 'description', 'note'].filter((name) => {
    const schema = update.input.properties[name]
    return schema !== undefined && satisfies(schema, marker)
  })
  return {
    ...Object.fromEntries(names.map((name) => [name, marker])),
    ...(propertiesOf(update.input)['metadata'] ? { metadata: { marker } } : {}),
  }
}

/**
 * Sends an operation valid and invalid inputs. Fails at a 5xx (an undocumented response or fact is one while the server
 * is checking), at any text of the victim, and at an input with a slow response.
 */
export async function fuzz(stage: Stage, of: Operation, options: FuzzOptions): Promise<void> {
  const { runs, seed, victim, endOnFailure = false, responseMsMax = responseMsMaxDefault } = options
  const scene = await stage.scene()
  const example = await scene.example(of)
  const ids = await idsFor(stage, of, { scene, victim, example })
  const property = fc.asyncProperty(inputOf(of.input, ids, example), async (input) => {
    const reply = await timed(responseMsMax, () => send(stage, of, { input, scene }))
    assert.ok(reply.status < 500, reply.text)
    const isOurs = of.textType !== undefined || of.events !== undefined || typeof reply.body['requestId'] === 'string'
    assert.ok(isOurs, `no answer of ours: ${reply.text}`)
    const leaked = [marker, ...victim.ids.values()].find((word) => reply.text.includes(word))
    assert.equal(leaked, undefined, `leaks ${leaked}: ${reply.text}`)
  })
  const bounds = { interruptAfterTimeLimit: fuzzMsMax, markInterruptAsFailure: true }
  await fc.assert(property, { numRuns: runs, seed, endOnFailure, includeErrorInReport: true, ...bounds })
}

/** Sends a request without waiting for follow-ups. Values in the address become text. */
async function send(stage: Stage, of: Operation, { input, scene }: { input: Json; scene: Scene }): Promise<Reply> {
  const names = [...of.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const inPath = Object.fromEntries(names.map((name) => [name, flat(input[name] ?? 'x').toWellFormed() || 'x']))
  const isFlat = of.method === 'GET' || of.method === 'DELETE'
  // A long poll may take as long as its `waitSeconds`.
  const { waitSeconds, ...quick } = input
  const timely = typeof waitSeconds === 'number' ? quick : input
  const sent = isFlat ? Object.fromEntries(Object.entries(timely).map(([name, value]) => [name, flat(value)])) : timely
  return stage.send(of, { ...sent, ...inPath }, await scene.caller(of))
}

function flat(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A request with a slow response is repeated: a busy machine delays some responses, a slow operation all. */
async function timed(responseMsMax: number, send: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const began = performance.now()
    const reply = await send()
    const ms = performance.now() - began
    if (ms < responseMsMax) return reply
    assert.ok(attempt < slowResponsesMax, `answers after ${Math.round(ms)} ms`)
    await sleep(pauseMs)
  }
}

type Known = { scene: Scene; victim: Victim; example: Json }

/** Ids for every id of an input: own ones, those of the victim, those of no record. */
async function idsFor(stage: Stage, of: Operation, { scene, victim, example }: Known): Promise<Ids> {
  const found = new Map<string, string[]>()
  const own = [...JSON.stringify(example).matchAll(/"([a-z]{3})_[0-9a-z]{34}"/g)].map((match) => match[0].slice(1, -1))
  const resources = stage.products.flatMap((product) => product.resources)
  const prefixes = new Set([...JSON.stringify(of.input).matchAll(/\^([a-z]{3})_\[/g)].map((match) => match[1] ?? ''))
  for (const prefix of prefixes) {
    const resource = resources.find((each) => each.prefix === prefix)
    const isMade = resource !== undefined && stage.operation(`${resource.id}.create`) !== undefined
    const made = isMade ? [String((await scene.make(resource.id))['id'])] : []
    const missing = encodeId(prefix, scene.account.id, uuidv7(stage.world.clock.now().getTime()))
    const foreign = victim.ids.get(prefix) ?? encodeId(prefix, victim.scene.account.id, uuidv7(0))
    found.set(prefix, [...own.filter((id) => id.startsWith(prefix)), ...made, foreign, missing])
  }
  return found
}
