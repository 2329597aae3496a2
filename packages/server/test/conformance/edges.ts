import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import type { TSchema } from '#kit/values/schema.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import type { Json } from '#test/world/world.ts'
import { propertiesOf } from './schema.ts'
import type { Rule, Scene, Stage } from './stage.ts'

/** Moments and days at the ends of the calendar, and on days that a time zone skips or repeats. */
export const edgeRules: Rule[] = [
  { name: 'a date at the end of the calendar never answers 5xx', applies: hasDates, check: extremes },
]

const moments = [
  '1000-01-01T00:00:00Z',
  '1000-01-01T15:59:59+15:59',
  '1883-11-18T12:03:58Z',
  '1970-01-01T00:00:00Z',
  '2011-12-30T10:00:00Z',
  '2027-03-28T01:00:00Z',
  '9998-12-31T23:59:59.999Z',
  '9999-12-31T21:00:00Z',
  '9999-12-31T08:00:00-15:59',
  '9999-12-31T23:59:59.998Z',
]
const zones = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Africa/Monrovia', 'Europe/Dublin', 'Pacific/Apia']
const times = ['00:00', '02:30:00', '23:59:59', '23:59']

function hasDates(of: Operation): boolean {
  return fieldsOf(of).some((each) => each.values === moments || each.values === days)
}

const days = moments.map((moment) => moment.slice(0, 10))

type Edge = { name: string; values: readonly string[] }

/** The fields of an input that say when: moments, days, times of day and zones. */
function fieldsOf(of: Operation): Edge[] {
  return Object.entries(propertiesOf(of.input)).flatMap(([name, schema]): Edge[] => {
    const { format, type } = schema
    if (format === 'date-time' || name === 'openAt') return [{ name, values: moments }]
    if (format === 'date') return [{ name, values: days }]
    if (format === 'time-zone') return [{ name, values: zones }]
    const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
    // cast: a property of an input is a schema.
    const accepts = (text: string) => satisfies(schema as TSchema, text)
    if (!isText || accepts('25:00:00') || !accepts('23:59:59')) return []
    return [{ name, values: times.filter(accepts) }]
  })
}

async function extremes(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const example = await scene.example(of)
  const fields = fieldsOf(of)
  const failed: string[] = []
  for (const [turn, moment] of moments.entries()) {
    const all = Object.fromEntries(
      fields.map(({ name, values }, at) => [name, valueAt(values, turn + at, inOrder(moment, at))]),
    )
    const each = fields.map(({ name }) => ({ [name]: all[name] }))
    for (const changes of [all, ...each]) {
      const sent = of.isRead ? example : unique(of, example)
      const reply = await scene.send(of, { ...sent, ...changes })
      if (reply.status >= 500) failed.push(`${JSON.stringify(changes)}: ${reply.text.slice(0, 200)}`)
      else if (!of.isRead && reply.status === 200) failed.push(...(await unreadable(scene, stage, of)))
    }
  }
  assert.deepEqual(failed, [])
}

/** Every moment meets every zone and time of day in some turn, without all of their combinations. */
function valueAt(values: readonly string[], turn: number, moment: string): unknown {
  if (values === moments) return moment
  return values === days ? moment.slice(0, 10) : values[turn % values.length]
}

/** Fields of a range are declared in its order: each next one is two hours later. */
function inOrder(moment: string, at: number): string {
  const ms = Date.parse(moment) + at * 7_200_000
  return ms < Date.UTC(9999, 11, 31, 23, 59, 59, 999) ? new Date(ms).toISOString() : moment
}

let made = 0

/** The example under a reference of its own, so that a create makes another record. */
function unique(of: Operation, example: Json): Json {
  made += 1
  const isReferred = Object.hasOwn(propertiesOf(of.input), 'clientReference')
  return isReferred ? { ...example, clientReference: `edge ${made}` } : example
}

/** Reads that fail after an extreme date was written. */
async function unreadable(scene: Scene, stage: Stage, of: Operation): Promise<string[]> {
  const list = stage.operation(`${of.id.slice(0, of.id.lastIndexOf('.'))}.all`)
  if (list === undefined) return []
  const reply = await scene.send(list, { limit: 100 })
  return reply.status === 200 ? [] : [`${list.id}: ${reply.text.slice(0, 200)}`]
}
