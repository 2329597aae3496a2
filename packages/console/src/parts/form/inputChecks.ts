import { prefixesOf, type JsonSchema } from '#console/parts/jsonSchema.ts'
import { checkEnglish, type CheckKey } from '#console/texts/checkEnglish.ts'
import { checkGerman } from '#console/texts/checkGerman.ts'
import { languageTag } from '#console/texts/texts.ts'
import { formatChecks, isCheckedFormat } from './formatChecks.ts'
import type { FormErrors, FormValues } from './formValues.ts'

/**
 * Messages of an input that the server would refuse, by JSON pointer. A rule that is not here is left to the server:
 * no check refuses an input that the server accepts.
 */
export function inputErrors(schema: JsonSchema, input: FormValues): FormErrors {
  const found: Record<string, string> = {}
  checkMembers({ schema, path: '', found }, input)
  return found
}

/** The text of a check in the language of the console. */
export function checkText(key: CheckKey, limit: unknown = ''): string {
  const texts = languageTag() === 'de' ? checkGerman : checkEnglish
  return texts[key].replace('{limit}', () => String(limit))
}

type Place = { schema: JsonSchema; path: string; found: Record<string, string> }
type Refusal = readonly [key: CheckKey, limit?: unknown] | undefined

function check(place: Place, value: unknown): void {
  const { schema, path, found } = place
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (value === null && types.includes('null')) return
  const refusal = value === null && types.length > 0 ? (['required'] as const) : refusalOf(schema, types, value)
  if (refusal !== undefined) {
    const [key, limit] = refusal
    found[path] = key === 'required' ? checkText(key) : (schema['x-message'] ?? checkText(key, limit))
  }
  if (Array.isArray(value)) checkItems(place, value)
  else if (typeof value === 'object' && value !== null) checkMembers(place, { ...value })
}

function refusalOf(schema: JsonSchema, types: readonly string[], value: unknown): Refusal {
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return ['type', types.join(' or ')]
  if (schema.enum !== undefined && !schema.enum.some((each) => each === value))
    return ['enum', schema.enum.filter((each) => each !== null).join(', ')]
  if (typeof value === 'string') return refusalOfText(schema, value)
  if (typeof value === 'number') return refusalOfNumber(schema, value)
  if (Array.isArray(value)) return refusalOfList(schema, value)
  return refusalOfObject(schema, Object(value))
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'null' ? value === null : typeof value === type
}

/** Control characters that no text of the API may hold. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Begin of the pattern of texts that only refuse control characters. */
const plainText = '^[^\\u0000-'

function refusalOfText({ minLength = 0, maxLength, pattern, format }: JsonSchema, value: string): Refusal {
  if (control.test(value) || !value.isWellFormed()) return ['characters']
  // The server reads a text in this form, and counts its characters by code points.
  const text = value.replace(/\r\n?/g, '\n').normalize('NFC')
  const length = [...text].length
  if (length < minLength) return minLength === 1 ? ['empty'] : ['minLength', minLength]
  if (maxLength !== undefined && length > maxLength) return ['maxLength', maxLength]
  if (isCheckedFormat(format) && !formatChecks[format](text)) return [format]
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined
  const [prefix] = prefixesOf(pattern)
  if (prefix !== undefined) return ['id', prefix]
  return pattern.startsWith(plainText) ? ['line'] : ['pattern', pattern]
}

function refusalOfNumber({ minimum, maximum, format }: JsonSchema, value: number): Refusal {
  if (minimum !== undefined && value < minimum) return ['minimum', minimum]
  if (maximum !== undefined && value > maximum) return ['maximum', maximum]
  return format === 'minor-units' && !Number.isSafeInteger(value) ? [format] : undefined
}

function refusalOfList(schema: JsonSchema, items: readonly unknown[]): Refusal {
  const { minItems = 0, maxItems, uniqueItems } = schema
  if (items.length < minItems) return ['minItems', minItems]
  if (maxItems !== undefined && items.length > maxItems) return ['maxItems', maxItems]
  const types = [schema.items?.type ?? []].flat()
  const compared = items.filter((each) => types.some((type) => isOfType(type, each)))
  const isUnique = () => new Set(compared.map((each) => JSON.stringify(each))).size === compared.length
  return uniqueItems === true && !isUnique() ? ['uniqueItems'] : undefined
}

function refusalOfObject(schema: JsonSchema, members: object): Refusal {
  const { minProperties = 0, maxProperties, propertyNames } = schema
  const names = Object.keys(members)
  if (names.length < minProperties) return minProperties === 1 ? ['empty'] : ['minProperties', minProperties]
  if (maxProperties !== undefined && names.length > maxProperties) return ['maxProperties', maxProperties]
  const odd = names.find((name) => propertyNames !== undefined && refusalOf(propertyNames, [], name) !== undefined)
  return odd === undefined ? undefined : ['propertyNames', odd]
}

function checkItems({ schema: { items }, path, found }: Place, values: readonly unknown[]): void {
  if (items === undefined) return
  for (const [index, value] of values.entries()) check({ schema: items, path: `${path}/${index}`, found }, value)
}

function checkMembers({ schema, path, found }: Place, members: FormValues): void {
  const { properties = {}, required = [], additionalProperties: others } = schema
  for (const name of required) if (members[name] === undefined) found[`${path}/${name}`] = checkText('required')
  for (const [name, value] of Object.entries(members)) {
    const member = Object.hasOwn(properties, name) ? properties[name] : typeof others === 'object' ? others : undefined
    if (member !== undefined && value !== undefined)
      check({ schema: member, path: `${path}/${pointer(name)}`, found }, value)
  }
}

/** A name as a part of a JSON pointer (RFC 6901). */
function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
