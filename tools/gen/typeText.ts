import { object, texts, type Json } from '#platform/openapi/json.ts'
import { typesOf } from '#platform/openapi/examples.ts'

/** The TypeScript type of a schema, as text. References become the names of their schemas. */
export function typeText(schema: Json, indent = ''): string {
  const pointer = schema['$ref']
  if (typeof pointer === 'string') return pointer.slice(pointer.lastIndexOf('/') + 1)
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  for (const [word, between] of [
    ['allOf', ' & '],
    ['anyOf', ' | '],
    ['oneOf', ' | '],
  ] as const) {
    const parts = schema[word]
    if (Array.isArray(parts)) return parts.map((part) => inParentheses(typeText(object(part), indent))).join(between)
  }
  const choice = schema['enum']
  if (Array.isArray(choice)) return choice.map((each) => literal(each)).join(' | ')
  const kinds = typesOf(schema).map((kind) => kindText(kind, schema, indent))
  return kinds.length === 0 ? 'unknown' : [...new Set(kinds)].join(' | ')
}

/** A documentation comment, one line or several; empty without lines. */
export function commentText(lines: readonly string[], indent: string): string {
  const all = lines.flatMap((line) => line.replaceAll('*/', '* /').split('\n')).filter((line) => line.trim() !== '')
  const [only] = all
  if (only === undefined) return ''
  if (all.length === 1) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${all.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

function kindText(kind: string, schema: Json, indent: string): string {
  if (kind === 'integer') return 'number'
  if (kind === 'array') return `${inParentheses(typeText(object(schema['items']), indent))}[]`
  if (kind === 'object') return recordText(schema, indent)
  return kind
}

function recordText(schema: Json, indent: string): string {
  const properties = Object.entries(object(schema['properties']))
  if (properties.length === 0) {
    const values = schema['additionalProperties']
    return typeof values === 'object' && values !== null
      ? `Record<string, ${typeText(object(values), indent)}>`
      : values === false
        ? 'Record<string, never>'
        : 'Record<string, unknown>'
  }
  const required = new Set(texts(schema['required']))
  const inner = `${indent}  `
  const members = properties.map(([name, each]) => {
    const own = object(each)
    const comment = commentText([String(own['description'] ?? '')], inner)
    return `${comment}${inner}${nameText(name)}${required.has(name) ? '' : '?'}: ${typeText(own, inner)}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function nameText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
}

function inParentheses(text: string): string {
  return /[|&]/.test(text) && !text.startsWith('{') ? `(${text})` : text
}
