import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfInput, kindOfValue, withoutNull, type InputKind, type JsonSchema } from '#console/parts/jsonSchema.ts'
import { describeProducts, describeSchemas } from '#platform/console/description.ts'
import { products } from '#products/index.ts'
import { idPrefixOf } from '#test/conformance/schema.ts'

const { nouns, operations } = describeProducts(products)

/** Inputs of the operations that the console makes a form of, as it receives them. */
const forms = products.flatMap((product) => {
  const schemas = JSON.parse(JSON.stringify(describeSchemas(product))).operations
  return product.operations.flatMap(({ id }) => {
    const schema: JsonSchema = Object(schemas[id].input)
    return hasForm(id, schema) ? [{ id, schema }] : []
  })
})

/** Whether an operation has a form: a create, an update, or a change of one record in the menu of its page. */
function hasForm(id: string, schema: JsonSchema): boolean {
  const of = operations.find((each) => each.id === id)
  const noun = nouns.find((each) => id === `${each.id}.${id.split('.')[2]}`)
  const verb = id.split('.')[2] ?? ''
  if (of === undefined || of.credential === 'person' || ['all', 'get', 'delete'].includes(verb)) return false
  if (['create', 'update'].includes(verb)) return true
  return of.kind !== 'read' && !of.hasEvents && (noun?.idKey ?? 'id') in (schema.properties ?? {})
}

/** Widget of each format. */
const ofFormat: Readonly<Record<string, InputKind>> = {
  'date-time': 'moment',
  date: 'day',
  'visible-text': 'text',
  'web-url': 'url',
  'time-zone': 'zone',
  'language-tag': 'language',
  email: 'email',
  currency: 'currency',
}

/** Widget of each pattern of a text without a format. A new pattern needs a decision. */
const ofPattern: Readonly<Record<string, InputKind>> = {
  '^#[0-9a-fA-F]{6}$': 'color',
  '^[A-Z]{2}$': 'country',
  '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$': 'time',
  '^$|^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$': 'time',
  '^([01]\\d|2[0-3]):[0-5]\\d$': 'time',
  // 24:00 is no time of a clock; the editor of opening hours has an input of its own.
  '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$': 'text',
  '^(\\d{4}-\\d{2}-\\d{2})?$': 'day',
  '^([Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s\\/][\\s\\S]*)?$': 'url',
  '^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$': 'file',
  '^rtmps?:\\/\\/[^\\s\\/?#@]+\\/[^\\s]+$': 'text',
  '^[a-z0-9]+(-[a-z0-9]+)*$': 'text',
  '^[a-z0-9_]{3,32}$': 'text',
  '^\\+[1-9]\\d{6,14}$': 'text',
  '^[A-Za-z0-9_-]{1,16}$': 'text',
  // Keys, durations, names of events and nodes: their editors have inputs of their own.
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'text',
  '^(attributes\\.)?[A-Za-z_][A-Za-z0-9_.-]{0,79}$': 'text',
  '^-?P([0-9]{1,4}Y)?([0-9]{1,4}M)?([0-9]{1,4}W)?([0-9]{1,5}D)?(T([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$': 'text',
  '^P([0-9]{1,4}W)?([0-9]{1,5}D)?(T([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$': 'text',
  '^P([0-9]{1,4}Y)?([0-9]{1,4}M)?([0-9]{1,4}W)?([0-9]{1,5}D)?(T([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$': 'text',
  '^[A-Z0-9=;,:+-]{8,300}$': 'text',
  '^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$': 'text',
  '^[A-Za-z0-9_-]{1,60}$': 'text',
  '^[A-Za-z0-9_-]{24}$': 'text',
  '^[A-Za-z][A-Za-z0-9_-]{0,39}$': 'text',
  '^[A-Za-z_][A-Za-z0-9_]{0,59}$': 'text',
  '^[a-z0-9][a-z0-9-]{0,59}$': 'text',
  '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*){1,4}$': 'text',
  '^\\+[1-9][0-9]{6,14}$': 'text',
  '^([^\\s@/:?#%.]{1,63}\\.){1,4}[^\\s@/:?#%.]{2,63}$': 'text',
  '^([a-z0-9]{1,40}(-{1,2}[a-z0-9]{1,20}){0,3}\\.){1,4}[a-z]{2,20}(--[a-z0-9]{2,30})?$': 'text',
  '^[A-Z]{3}$': 'text',
  '^[A-Za-z0-9.+-]{1,60}/[A-Za-z0-9.+-]{1,60}(; ?charset=[A-Za-z0-9-]{1,40})?$': 'text',
  '^[A-Za-z0-9_$-]{1,60}(\\.[A-Za-z0-9_$-]{1,60}){0,9}$': 'text',
  '^[A-Za-z][A-Za-z0-9-]{0,59}$': 'text',
  '^[A-Za-z_][A-Za-z0-9_-]{0,59}$': 'text',
  '^[a-z][A-Za-z0-9_-]*(\\.[a-z][A-Za-z0-9_-]*){0,4}$': 'text',
  // Codes of offers, lengths of time, keys of questions and names of tokens.
  '^[A-Za-z0-9_-]{3,64}$': 'text',
  '^P([0-9]{1,4}D|T([0-9]{1,5}H)?([0-9]{1,6}M)?)$': 'text',
  '^P([0-9]{1,2}D|T([0-9]{1,4}H)?([0-9]{1,5}M)?([0-9]{1,6}S)?)$': 'text',
  '^[A-Za-z][A-Za-z0-9_]{0,39}$': 'text',
  '^[A-Z0-9_]{2,12}$': 'text',
}

const secrets = new Set(['password', 'streamKey', 'apiKey', 'webhookSecret', 'signingKey', 'token'])
const onePlain = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'
const manyPlain = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$'
const longLength = 400

/** The widget that a field should have; undefined for one without a decision. */
function widgetOf(name: string, schema: JsonSchema): InputKind | undefined {
  const { type, format, pattern, properties = {}, items } = schema
  if (schema.enum !== undefined) return 'choice'
  if (type === 'boolean') return 'flag'
  if (format === 'minor-units') return 'minor'
  if (type === 'integer' || type === 'number') return /(Seconds|Minutes|Days|Ms)/.test(name) ? 'duration' : 'number'
  if (type === 'array') return listWidgetOf(withoutNull(items ?? {}).schema)
  // A filter, and a value of several types that is compared, are JSON in a generated form.
  if (schema['x-free'] === true || (name === 'value' && Array.isArray(type))) return 'any'
  if (type === 'object') {
    if ('latitude' in properties) return 'position'
    if (Object.keys(properties).toSorted().join() === 'amount,currency') return 'money'
    return Object.keys(properties).length > 0 ? 'group' : 'pairs'
  }
  if (type !== 'string') return undefined
  if (secrets.has(name) && pattern !== '^[A-Z0-9_]{2,12}$') return 'secret'
  if (name === 'tags') return 'words'
  if (schema['x-image'] === true) return 'image'
  if (format !== undefined) return ofFormat[format]
  if (pattern === undefined) return name.endsWith('Id') ? 'id' : undefined
  if (idPrefixOf({ pattern }) !== undefined || /^\^\([a-z|]+\)_|^\^[a-z]{3}_/.test(pattern)) return 'id'
  if (pattern === onePlain) return 'text'
  if (pattern === manyPlain) return (schema.maxLength ?? 0) > longLength ? 'longText' : 'text'
  return ofPattern[pattern]
}

function listWidgetOf(item: JsonSchema): InputKind | undefined {
  if (item.type === 'object') return 'objects'
  if (item.pattern !== undefined && idPrefixOf({ pattern: item.pattern }) !== undefined) return 'ids'
  const isWord = item.format === undefined || item.format === 'visible-text' || item.format === 'email'
  return isWord ? 'tags' : undefined
}

test('every field of every form has the widget of its kind', () => {
  const wrong: string[] = []
  const seen = new Map<InputKind, number>()
  const visit = (path: string, name: string, declared: JsonSchema): void => {
    const { schema } = withoutNull(declared)
    const [kind, expected] = [kindOfInput(name, schema), widgetOf(name, schema)]
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    if (kind !== expected) wrong.push(`${path}: ${kind} in place of ${expected ?? 'a decision'} (${schema.pattern})`)
    const inner = kind === 'objects' ? withoutNull(schema.items ?? {}).schema : schema
    for (const [member, each] of Object.entries(inner.properties ?? {})) visit(`${path}/${member}`, member, each)
  }
  for (const { id, schema } of forms) {
    for (const [name, each] of Object.entries(schema.properties ?? {})) visit(`${id}/${name}`, name, each)
  }
  assert.deepEqual(wrong, [])
  const common: InputKind[] = ['text', 'longText', 'moment', 'day', 'time', 'zone', 'language', 'duration', 'number']
  const rare: InputKind[] = [
    'id',
    'position',
    'color',
    'country',
    'file',
    'image',
    'objects',
    'group',
    'pairs',
    'words',
    'secret',
  ]
  for (const kind of [...common, ...rare, 'tags', 'flag', 'choice', 'url', 'email'] as const) {
    assert.ok((seen.get(kind) ?? 0) > 0, kind)
  }
})

test('money has a widget before a product has a field of it, and unknown values are JSON', () => {
  const money: JsonSchema = {
    type: 'object',
    properties: { amount: { type: 'integer' }, currency: { type: 'string' } },
  }
  assert.equal(kindOfValue('price', money), 'money')
  assert.equal(kindOfValue('anything', {}), 'any')
})
