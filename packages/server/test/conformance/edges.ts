import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import { fieldTypeOf, type FieldType } from '#kit/values/fieldType.ts'
import { day, moment, zone } from '#kit/values/standardFieldTypes.ts'
import type { TSchema } from '#kit/values/schema.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import type { Json } from '#test/world/world.ts'
import { propertiesOf } from './schema.ts'
import type { Rule, Scene, Stage } from './stage.ts'

/** Moments and days at the ends of the calendar, and on days that a time zone skips or repeats. */
export const edgeRules: Rule[] = [
  { name: 'a date at the end of the calendar never gets 5xx', applies: hasDates, check: extremes },
]

const times = ['00:00', '02:30:00', '23:59:59', '23:59']

/** Moments in the order of the type; a field of days has their days. */
const moments = moment.edges

function hasDates(of: Operation): boolean {
  return edgesOf(of).some(({ type }) => type === moment || type === day)
}

type Edge = { name: string; type: FieldType | undefined; values: readonly unknown[] }

/** Fields of an input that hold moments, days, times of day and zones. */
function edgesOf(of: Operation): Edge[] {
  return Object.entries(propertiesOf(of.input)).flatMap(([name, schema]): Edge[] => {
    const type = name === 'openAt' ? moment : fieldTypeOf(schema)
    if (type === moment || type === day || type === zone) return [{ name, type, values: type.edges }]
    const isText = schema['type'] === 'string' || (Array.isArray(schema['type']) && schema['type'].includes('string'))
    // cast: a property of an input is a schema.
    const accepts = (text: string) => satisfies(schema as TSchema, text)
    if (!isText || accepts('25:00:00') || !accepts('23:59:59')) return []
    return [{ name, type, values: times.filter(accepts) }]
  })
}

async function extremes(stage: Stage, of: Operation): Promise<void> {
  const scene = await stage.scene()
  const example = await scene.example(of)
  const fields = edgesOf(of)
  const failed: string[] = []
  for (const [turn, text] of moments.entries()) {
    const all = Object.fromEntries(fields.map((edge, at) => [edge.name, valueAt(edge, turn + at, inOrder(text, at))]))
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

/** Value of a field in a turn: every moment meets every zone and time of day, without all combinations. */
function valueAt({ type, values }: Edge, turn: number, text: string): unknown {
  if (type === moment) return text
  return type === day ? text.slice(0, 10) : values[turn % values.length]
}

/** Moment of a field of a range: fields are declared in the range's order, each next one two hours later. */
function inOrder(text: string, at: number): string {
  const ms = Date.parse(text) + at * 7_200_000
  return ms < Date.UTC(9999, 11, 31, 23, 59, 59, 999) ? new Date(ms).toISOString() : text
}

let made = 0

/** The example with another reference, so that a create makes another record. */
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
