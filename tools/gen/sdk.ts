import type { Operation } from '#kit/operation.ts'
import type { Product } from '#kit/product.ts'
import { object, partsOf, pascal, type Json } from '#platform/openapi/document.ts'
import { commentText, typeText } from './typeText.ts'

const head = '// Generated from the operations by `npm run gen`. Changes here are lost.\n'

/** Schemas that the hand-written part of the SDK has types of its own for. */
const handWritten = new Set(['Error', 'FieldProblem', 'RequestId'])

/** The generated files of the SDK by name: schemas, facts, one file per product, and the list of products. */
export function sdkFiles(products: readonly Product[], document: Json): Map<string, string> {
  const named = products.map(withoutStreams).filter((product) => product.operations.length > 0)
  const files = new Map<string, string>()
  files.set('schemas.ts', schemasFile(document))
  files.set('facts.ts', factsFile(document))
  for (const product of named) files.set(`${product.name}.ts`, productFile(product, document))
  files.set('products.ts', productsFile(named))
  return files
}

/** Streams of events are read with the browser's own `EventSource`, which needs no client of ours. */
function withoutStreams(product: Product): Product {
  return { ...product, operations: product.operations.filter((each) => each.events === undefined) }
}

function schemasFile(document: Json): string {
  const schemas = Object.entries(object(object(document['components'])['schemas']))
  const types = schemas.flatMap(([name, schema]) => {
    if (handWritten.has(name)) return []
    const own = object(schema)
    return [`${commentText([String(own['description'] ?? '')], '')}export type ${name} = ${typeText(own)}\n`]
  })
  return `${head}\n${types.join('\n')}`
}

/** One type per webhook, and the union of them all, told apart by `type`. */
function factsFile(document: Json): string {
  const hooks = Object.entries(object(document['webhooks']))
  const members = hooks.map(([name, item]) => {
    const post = object(object(item)['post'])
    const data = typeText(object(object(bodySchema(post)['properties'])['data']), '  ')
    return `${commentText([String(post['description'])], '  ')}  '${name}': ${data}\n`
  })
  const body = `/** What each fact carries, by its name. */
export type FactPayloads = {
${members.join('')}}

/** The body of a webhook; \`type\` says which fact it tells. */
export type WebhookEvent = {
  [Name in keyof FactPayloads]: {
    type: Name
    timestamp: string
    data: FactPayloads[Name]
    id: string
    accountId: string
    subject: string
    subjectVersion: number
  }
}[keyof FactPayloads]
`
  return `${head}${importsFor(body, document)}\n${body}`
}

function productFile(product: Product, document: Json): string {
  const nouns = Map.groupBy(product.operations, (each) => partsOf(each.id).noun)
  const types = product.operations.map((each) => typesFor(each, document)).join('')
  const groups = [...nouns].map(([noun, operations]) => nounText(noun, operations, document))
  const comment = commentText([`${product.title}: ${product.description}`], '')
  const body = `${types}${comment}export function ${product.name}(call: Call) {
  return {
${groups.join('')}  }
}
`
  const pages = body.includes('ListPages<') ? "import type { ListPages } from '../pages.ts'\n" : ''
  const platform = `import type { Call, Route } from '../call.ts'
${pages}import type { CallOptions } from '../settings.ts'
`
  const routes = product.operations.map(routeText).join('')
  return `${head}${platform}${importsFor(body, document)}
${body}
const routes = {
${routes}} satisfies Record<string, Route>
`
}

function productsFile(products: readonly Product[]): string {
  const names = products.map((product) => product.name)
  const imports = names.map((name) => `import { ${name} } from './${name}.ts'\n`).join('')
  const members = names.map((name) => `    ${name}: ${name}(call),\n`).join('')
  return `${head}import type { Call } from '../call.ts'
${imports}
/** Every product on one way of calling. */
export function products(call: Call) {
  return {
${members}  }
}
`
}

/** The named schemas that a text mentions, imported. */
function importsFor(text: string, document: Json): string {
  const names = Object.keys(object(object(document['components'])['schemas']))
  const used = names.filter(
    (name) => !handWritten.has(name) && new RegExp(`(?<![\\w.'])${name}(?![\\w'])`).test(code(text)),
  )
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from './schemas.ts'\n`
}

function code(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/'[^'\n]*'/g, "''")
}

function typeName(of: Operation, suffix: string): string {
  return pascal(of.id.replaceAll('.', ' ')) + suffix
}

function typesFor(of: Operation, document: Json): string {
  const item = itemOf(of, document)
  const input = `export type ${typeName(of, 'Input')} = ${typeText(inputSchema(of, item, document))}\n\n`
  return `${input}export type ${typeName(of, 'Answer')} = ${typeText(dataSchema(item))}\n\n`
}

function nounText(noun: string, operations: readonly Operation[], document: Json): string {
  const methods = operations.map((each) => methodText(each, document))
  return `    ${noun}: {\n${methods.join('\n')}    },\n`
}

function methodText(of: Operation, document: Json): string {
  const item = itemOf(of, document)
  const isPaged = itemSchema(item) !== undefined
  const { verb } = partsOf(of.id)
  const needsInput = object(inputSchema(of, item, document))['required'] !== undefined
  const input = `input: ${typeName(of, 'Input')}${needsInput ? '' : ' = {}'}`
  const answer = typeName(of, 'Answer')
  const result = isPaged ? `ListPages<${answer}['items'][number], ${answer}>` : `Promise<${answer}>`
  const signature = `${verb === 'all' ? 'list' : verb}: (${input}, options?: CallOptions): ${result} =>`
  const lines = [`${of.title}. ${String(item['description'] ?? '')}`, `${of.method} ${of.path}`]
  return `${commentText(lines, '      ')}      ${signature}
        call.${isPaged ? 'pages' : 'one'}(routes['${of.id}'], input, options),
`
}

function routeText(of: Operation): string {
  const { id, method, path } = of
  const text = of.textType === undefined ? '' : ', isText: true'
  return `  '${id}': { id: '${id}', method: '${method}', path: '${path}', kind: '${kindOf(of)}'${text} },\n`
}

function kindOf(of: Operation): string {
  if (of.isRead) return 'read'
  if (of.isLenient || of.credential === 'none') return 'bare'
  return Object.hasOwn(of.input.properties, 'clientReference') ? 'create' : 'write'
}

function itemOf(of: Operation, document: Json): Json {
  return object(object(object(document['paths'])[of.path])[of.method.toLowerCase()])
}

function bodySchema(item: Json): Json {
  return object(object(object(object(item['requestBody'])['content'])['application/json'])['schema'])
}

/** Path, query and body as the one input that a method takes. */
function inputSchema(of: Operation, item: Json, document: Json): Json {
  const body = bodySchema(item)
  const properties: Json = {}
  const required: unknown[] = []
  const parameters = Array.isArray(item['parameters']) ? item['parameters'] : []
  for (const each of parameters.map((parameter) => resolved(object(parameter), document))) {
    if (each['in'] === 'header') continue
    const name = String(each['name'])
    properties[name] = { ...object(each['schema']), description: each['description'] ?? '' }
    if (each['required'] === true) required.push(name)
  }
  Object.assign(properties, object(body['properties']))
  if (Array.isArray(body['required']) && !of.isLenient) required.push(...body['required'])
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false }
}

function resolved(value: Json, document: Json): Json {
  const pointer = value['$ref']
  if (typeof pointer !== 'string') return value
  return object(object(object(document['components'])['parameters'])[pointer.slice(pointer.lastIndexOf('/') + 1)])
}

function dataSchema(item: Json): Json {
  const success = object(object(item['responses'])['200'])
  const content = object(success['content'])
  const json = content['application/json']
  if (json === undefined) return object(object(Object.values(content)[0])['schema'])
  return object(object(object(object(json)['schema'])['properties'])['data'])
}

/** The schema of one item where the answer is a page of them. */
function itemSchema(item: Json): Json | undefined {
  const properties = object(dataSchema(item)['properties'])
  if (properties['items'] === undefined || properties['pagination'] === undefined) return undefined
  return object(object(properties['items'])['items'])
}
