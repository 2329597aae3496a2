import { choicesOf, withoutNull, type JsonSchema } from '#console/parts/jsonSchema.ts'

/** Values of a form by field. Fields that were left out are undefined, cleared ones null. */
export type FormValues = Readonly<Record<string, unknown>>

/** Messages by JSON pointer, such as `/spaces/1/name`. */
export type FormErrors = Readonly<Record<string, string>>

/** The fields that differ from the initial values. */
export function changedFields(initial: FormValues, values: FormValues): Record<string, unknown> {
  const names = new Set([...Object.keys(initial), ...Object.keys(values)])
  const changed = [...names].filter((name) => !isEqual(initial[name], values[name]))
  return Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
}

/** Whether two JSON values are equal; absent and null are. */
export function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null)
}

/**
 * The values of a new record: without fields that were left out, and without lists that were emptied again. A field
 * that began with a value and was cleared is sent as null: left out, it would get the default of the API.
 */
export function sentValues(
  values: FormValues,
  { required = [], properties = {} }: JsonSchema = {},
  initial: FormValues = {},
): Record<string, unknown> {
  const isCleared = (name: string) => (initial[name] ?? null) !== null && withoutNull(properties[name] ?? {}).isNullable
  const isSent = ([name, value]: [string, unknown]) =>
    value === null ? isCleared(name) : value !== undefined && (!isEmptyList(value) || required.includes(name))
  return Object.fromEntries(Object.entries(values).filter(isSent))
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** The messages below a path, by the path below it; `''` for the path itself. */
export function errorsBelow(errors: FormErrors, path: string): Record<string, string> {
  const below = Object.entries(errors).filter(([each]) => each === path || each.startsWith(`${path}/`))
  return Object.fromEntries(below.map(([each, message]) => [each.slice(path.length), message]))
}

/** The messages whose values are still those that they are about, after an input has changed. */
export function remainingErrors(errors: FormErrors, before: FormValues, after: FormValues): FormErrors {
  const kept = Object.entries(errors).filter(([path]) => isEqual(valueAt(before, path), valueAt(after, path)))
  return Object.fromEntries(kept)
}

/** The value at a JSON pointer; undefined without one. */
function valueAt(values: unknown, path: string): unknown {
  const names = path.split('/').slice(1)
  return names.reduce((each: unknown, name) => Object(each)[name.replaceAll('~1', '/').replaceAll('~0', '~')], values)
}

/** Fields of an object in the order in which people fill them in: required ones first. */
export function orderedFields(schema: JsonSchema): string[] {
  const required = new Set(schema.required)
  const names = Object.keys(schema.properties ?? {})
  return [...names.filter((name) => required.has(name)), ...names.filter((name) => !required.has(name))]
}

/** The first value of a new item of a list of objects: its flags and required choices. */
export function blankItem(schema: JsonSchema): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, declared]) => {
    const { schema: plain } = withoutNull(declared)
    const isNeeded = schema.required?.includes(name) === true
    const [first] = choicesOf(plain)
    return isNeeded && first !== undefined ? [[name, first]] : []
  })
  return Object.fromEntries(fields)
}

/** A field that both sides changed, with the three values. `base`: before both. */
export type FieldConflict = { name: string; base: unknown; mine: unknown; theirs: unknown }

/** Fields that both sides changed to different values since the base. Others merge by themselves. */
export function conflictsOf(base: FormValues, mine: FormValues, theirs: FormValues): FieldConflict[] {
  return Object.keys(mine)
    .filter((name) => !isEqual(base[name], theirs[name]) && !isEqual(mine[name], theirs[name]))
    .map((name) => ({ name, base: base[name], mine: mine[name], theirs: theirs[name] }))
}
