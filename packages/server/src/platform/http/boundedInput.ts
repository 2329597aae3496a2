import { limits } from '#kit/call/limits.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { field, type FieldProblem } from '#kit/call/problem.ts'
import { isText, normalText, textRule } from '#kit/values/normalText.ts'

type Plain = Record<string, unknown>

/** The input declaration of an operation, page, hook or upload. */
export type Declared = Pick<Operation, 'method' | 'input' | 'isLenient'>

/** Keys and positions that lead to a value. A JSON pointer is made of it only when the value is refused. */
type Trail = (string | number)[]
type Walk = { trail: Trail; problems: FieldProblem[]; unknownCount: number }

/** Normalising can turn four characters into one (Greek letters with three marks), each of two code units. */
const unitsPerCharacter = 8
/** Characters and entries of a value whose schema names no bound. */
const charactersMax = 1_000
const entriesMax = 100
/** Characters of a text, items of a list, and members of an object, in a value of free shape. */
const freeTextMax = 4_000
const freeEntriesMax = 500
const freeMembersMax = 8

/**
 * Copies an input for its check. Texts are in NFC with line feeds. Each list, text and map keeps one entry more than
 * its schema accepts, and at most 50 unknown fields. So the schema bounds the cost of the check, whatever the body
 * holds. `problems` names texts with characters that no field accepts.
 */
export function boundedInput(of: Declared, input: Plain): { normal: Plain; problems: FieldProblem[] } {
  const walk: Walk = { trail: [], problems: [], unknownCount: 0 }
  const kept = of.isLenient ? knownOnly(of, input) : input
  return { normal: boundedObject(kept, schemaOf(of.input), walk), problems: walk.problems }
}

/** The known fields of a lenient input. */
function knownOnly({ input: { properties } }: Declared, input: Plain): Plain {
  const known = Object.keys(properties).filter((name) => Object.hasOwn(input, name))
  return Object.fromEntries(known.map((name) => [name, input[name]]))
}

function bounded(value: unknown, schema: Plain, walk: Walk): unknown {
  if (schema['x-free'] === true) return freeCopy(value, walk)
  if (typeof value === 'string') return boundedText(value, schema, walk)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return boundedList(value, schema, walk)
  // cast: an object that is not a list has values by name.
  return boundedObject(value as Plain, schema, walk)
}

/** A list in the place of a single value keeps two items: in a query a list of one item stands for the item. */
function boundedList(items: readonly unknown[], schema: Plain, walk: Walk): unknown[] {
  const isList = [schema['type']].flat().includes('array')
  const most = isList ? boundOf(schema['maxItems'], entriesMax) : 1
  return items.slice(0, most + 1).map((item, index) => {
    walk.trail.push(index)
    const copy = bounded(item, schemaOf(schema['items']), walk)
    walk.trail.pop()
    return copy
  })
}

/** Schema of the parts of a value that nests too deep for a schema; the operation checks it. */
const freePart: Plain = { maxLength: freeTextMax, maxItems: freeEntriesMax, 'x-free': true }

/** A value of any shape, bounded in each list, object and text. */
function freeCopy(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return boundedText(value, freePart, walk)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return boundedList(value, { ...freePart, type: 'array', items: freePart }, walk)
  // cast: an object that is not a list has values by name.
  return boundedObject(value as Plain, { maxProperties: freeMembersMax, additionalProperties: freePart }, walk)
}

function boundedObject(members: Plain, schema: Plain, walk: Walk): Plain {
  const properties = schemaOf(schema['properties'])
  const others = schema['additionalProperties']
  const isMap = typeof others === 'object' && others !== null
  let left = boundOf(schema['maxProperties'], entriesMax) + 1
  const copy: Plain = {}
  for (const name in members) {
    const isKnown = Object.hasOwn(properties, name)
    if (isMap && !isKnown && left-- <= 0) continue
    walk.trail.push(name)
    if (name === '__proto__') refuseOnce(walk)
    else if (isMap && !isKnown && schema['propertyNames'] === undefined && !isText(name)) refuseName(walk)
    else if (isKnown || isMap) copy[name] = bounded(members[name], schemaOf(isKnown ? properties[name] : others), walk)
    // The value of an unknown field is dropped: the check refuses its name.
    else if (walk.unknownCount++ < limits.fieldErrorsMax) copy[name] = null
    walk.trail.pop()
  }
  return copy
}

/** Refuses a field named `__proto__`: an assignment would set the prototype. */
function refuseOnce(walk: Walk): void {
  if (walk.unknownCount++ >= limits.fieldErrorsMax) return
  walk.problems.push(field(pathOf(walk.trail), 'additionalProperties', 'is not a known field'))
}

/** Refuses a name that no column of the database holds. */
function refuseName({ trail, problems }: Walk): void {
  problems.push(field(pathOf(trail.slice(0, -1)), 'characters', `${textRule} in a name`))
}

function boundedText(text: string, { maxLength }: Plain, { trail, problems }: Walk): string {
  const cut = text.slice(0, unitsPerCharacter * (boundOf(maxLength, charactersMax) + 1))
  // A surrogate pair that the cut halves is not an error of the caller.
  const whole = cut.length < text.length && isHighSurrogate(cut) ? cut.slice(0, -1) : cut
  return normalText(whole, (message) => void problems.push(field(pathOf(trail), 'characters', message)))
}

function isHighSurrogate(text: string): boolean {
  return text.charCodeAt(text.length - 1) >> 10 === 0xd8_00 >> 10
}

function boundOf(bound: unknown, fallback: number): number {
  return typeof bound === 'number' ? bound : fallback
}

function schemaOf(value: unknown): Plain {
  // cast: schemas are plain JSON objects; any other value reads as an empty one.
  return (typeof value === 'object' && value !== null ? value : {}) as Plain
}

function pathOf(trail: Trail): string {
  return trail.map((each) => `/${pointer(String(each))}`).join('')
}

/** A key as a part of a JSON pointer (RFC 6901). */
export function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
