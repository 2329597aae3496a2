import { callKindOf, type Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { object, partsOf, pascal, type Json } from '#platform/openapi/json.ts'
import { schemaNames, type SchemaNames } from '#platform/openapi/schemaNames.ts'
import { commentText, typeText } from './typeText.ts'

const head = '// Generated from the operations by `npm run gen`. Changes here are lost.\n'

/** Schemas with hand-written types in the SDK. */
const handWritten = new Set(['Problem', 'FieldProblem', 'RequestId'])

/** The generated files of the SDK by name: schemas, facts, one file per product, and the list of products. */
export function sdkFiles(products: readonly Product[], document: Json): Map<string, string> {
  const named = products.map(withoutStreams).filter((product) => product.operations.length > 0)
  const resources = new Map(products.flatMap((product) => product.resources).map((each) => [each.id, each]))
  const writing = { document, namesOf: (of: Operation) => schemaNames(of, resources) }
  const files = new Map<string, string>()
  files.set('schemas.ts', schemasFile(named, writing))
  files.set('facts.ts', factsFile(document))
  for (const product of named) files.set(`${product.name}.ts`, productFile(product, writing))
  files.set('products.ts', productsFile(named))
  files.set('operations.ts', operationsFile(products, writing))
  return files
}

/** The document, and the names of an operation's schemas in it. */
type Writing = { document: Json; namesOf(of: Operation): SchemaNames }

/** Streams of events need no client of ours: browsers read them with `EventSource`. */
function withoutStreams(product: Product): Product {
  return { ...product, operations: product.operations.filter((each) => each.events === undefined) }
}

/** The named schemas of the document, and the input of every operation with its input in the address. */
function schemasFile(products: readonly Product[], { document, namesOf }: Writing): string {
  const schemas = Object.entries(object(object(document['components'])['schemas']))
  const inAddress = products
    .flatMap((product) => product.operations)
    .filter((each) => each.method === 'GET' || each.method === 'DELETE')
    .map((each): [string, Json] => [namesOf(each).input, inputSchema(each, itemOf(each, document), document)])
  const types = [...schemas, ...inAddress].flatMap(([name, schema]) => {
    if (handWritten.has(name)) return []
    const own = object(schema)
    return [`${commentText([String(own['description'] ?? '')], '')}export type ${name} = ${typeText(own)}\n`]
  })
  return `${head}\n${types.join('\n')}`
}

/** One type per webhook, and their union, discriminated by `type`. */
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

/** The body of a webhook; \`type\` names the emitted fact. */
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
  return `${head}${importsFor(body, { document, inputs: [] })}\n${body}`
}

function productFile(product: Product, writing: Writing): string {
  const open = product.operations.filter(isOpen)
  const all = clientText(product, { operations: product.operations, form: 'owner' }, writing)
  const forAll = open.length === 0 ? '' : `\n${clientText(product, { operations: open, form: 'public' }, writing)}`
  const body = `${all}${forAll}`
  const pages = body.includes('ListPages<') ? "import type { ListPages } from '../pages.ts'\n" : ''
  const platform = `import type { Call, Route } from '../call.ts'
${pages}import type { CallOptions } from '../settings.ts'
`
  const inputs = product.operations.map((each) => writing.namesOf(each).input)
  const routes = product.operations.map(routeText).join('')
  return `${head}${platform}${importsFor(body, { document: writing.document, inputs })}
${body}
const routes = {
${routes}} satisfies Record<string, Route>
`
}

/** Operations of a client, and the form of their responses: the owner's or the public one. */
type Client = { operations: readonly Operation[]; form: 'owner' | 'public' }

function clientText(product: Product, { operations, form }: Client, writing: Writing): string {
  const nouns = Map.groupBy(operations, (each) => partsOf(each.id).noun)
  const groups = [...nouns].map(([noun, all]) => {
    const methods = all.map((each) => methodText(each, form, writing))
    return `    ${noun}: {\n${methods.join('\n')}    },\n`
  })
  const note = form === 'public' ? ' As public keys and other accounts see it.' : ''
  const comment = commentText([`${product.title}: ${product.description}${note}`], '')
  const name = form === 'public' ? publicClientOf(product.name) : product.name
  return `${comment}export function ${name}(call: Call) {
  return {
${groups.join('')}  }
}
`
}

function publicClientOf(name: string): string {
  return `public${pascal(name)}`
}

/** The types of every operation by id, streams of events included. */
function operationsFile(products: readonly Product[], writing: Writing): string {
  const { document, namesOf } = writing
  const all = products.flatMap((product) => product.operations)
  const members = all.map((each) => {
    const item = itemOf(each, document)
    const input = each.events === undefined ? namesOf(each).input : 'Record<string, unknown>'
    const output = each.events === undefined ? typeText(dataSchema(item, 'owner'), '  ') : 'Record<string, unknown>'
    return `  '${each.id}': { input: ${input}; output: ${output} }\n`
  })
  const body = `/** Input and output of each operation by its id, in the owner's form. */
export type Operations = {
${members.join('')}}
`
  const inputs = all.map((each) => namesOf(each).input)
  return `${head}${importsFor(body, { document, inputs })}\n${body}`
}

/** Whether pages and apps of an audience may call an operation. */
function isOpen({ credential, isOfPlatform }: Operation): boolean {
  return credential === 'public' || (credential === 'none' && !isOfPlatform)
}

function productsFile(products: readonly Product[]): string {
  const open = products.filter(({ operations }) => operations.some(isOpen))
  const opened = new Set(open)
  const imports = products.map((each) => {
    const names = opened.has(each) ? `${each.name}, ${publicClientOf(each.name)}` : each.name
    return `import { ${names} } from './${each.name}.ts'\n`
  })
  const members = products.map(({ name }) => `    ${name}: ${name}(call),\n`)
  const openMembers = open.map(({ name }) => `    ${name}: ${publicClientOf(name)}(call),\n`)
  return `${head}import type { Call } from '../call.ts'
${imports.join('')}
/** Client of every product, with responses in the owner's form. */
export function products(call: Call) {
  return {
${members.join('')}  }
}

/** Client for public keys, with responses in the public form. */
export function publicProducts(call: Call) {
  return {
${openMembers.join('')}  }
}
`
}

/** The named schemas that a text mentions, imported. */
function importsFor(text: string, { document, inputs }: { document: Json; inputs: readonly string[] }): string {
  const names = new Set([...Object.keys(object(object(document['components'])['schemas'])), ...inputs])
  const words = new Set(code(text).match(/(?<![\w.'])[A-Za-z_]\w*(?![\w'])/g))
  const used = [...names].filter((name) => !handWritten.has(name) && words.has(name))
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from './schemas.ts'\n`
}

function code(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/'[^'\n]*'/g, "''")
}

function methodText(of: Operation, form: Client['form'], { document, namesOf }: Writing): string {
  const item = itemOf(of, document)
  const { verb } = partsOf(of.id)
  const needsInput = object(inputSchema(of, item, document))['required'] !== undefined
  const input = `input: ${namesOf(of).input}${needsInput ? '' : ' = {}'}`
  const data = dataSchema(item, form)
  const type = typeText(data)
  // A lenient list, whose specification is fixed, has no cursor.
  const isPaged = isPage(pointed(data, document)) && !of.isLenient
  const result = isPaged ? `ListPages<${type}['items'][number], ${type}>` : `Promise<${type}>`
  const signature = `${verb === 'all' ? 'list' : verb}: (${input}, options?: CallOptions): ${result} =>`
  const lines = [`${of.title}. ${String(item['description'] ?? '')}`, `${of.method} ${of.path}`]
  return `${commentText(lines, '      ')}      ${signature}
        call.${isPaged ? 'pages' : 'one'}(routes['${of.id}'], input, options),
`
}

function routeText(of: Operation): string {
  const { id, method, path } = of
  const text = of.textType === undefined ? '' : ', isText: true'
  return `  '${id}': { id: '${id}', method: '${method}', path: '${path}', kind: '${callKindOf(of)}'${text} },\n`
}

function itemOf(of: Operation, document: Json): Json {
  return object(object(object(document['paths'])[of.path])[of.method.toLowerCase()])
}

function bodySchema(item: Json): Json {
  return object(object(object(object(item['requestBody'])['content'])['application/json'])['schema'])
}

/** Path, query and body as the one input that a method takes. */
function inputSchema(of: Operation, item: Json, document: Json): Json {
  const body = pointed(bodySchema(item), document)
  const properties: Json = {}
  const required: unknown[] = []
  const parameters = Array.isArray(item['parameters']) ? item['parameters'] : []
  for (const each of parameters.map((parameter) => pointed(object(parameter), document))) {
    if (each['in'] === 'header') continue
    const name = String(each['name'])
    properties[name] = { ...object(each['schema']), description: each['description'] ?? '' }
    if (each['required'] === true) required.push(name)
  }
  Object.assign(properties, object(body['properties']))
  if (Array.isArray(body['required']) && !of.isLenient) required.push(...body['required'])
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false }
}

/** The referenced component of a schema or a parameter, or the schema itself. */
function pointed(value: Json, document: Json): Json {
  const pointer = value['$ref']
  if (typeof pointer !== 'string') return value
  const [kind = '', name = ''] = pointer.split('/').slice(-2)
  return object(object(object(document['components'])[kind])[name])
}

/** The data of a response in one form. Where the caller decides the form, the document has the owner's first. */
function dataSchema(item: Json, form: Client['form']): Json {
  const success = object(object(item['responses'])['200'])
  const content = object(success['content'])
  const json = content['application/json']
  if (json === undefined) return object(object(Object.values(content)[0])['schema'])
  const data = object(object(object(object(json)['schema'])['properties'])['data'])
  const forms = data['anyOf']
  return Array.isArray(forms) ? object(forms[form === 'owner' ? 0 : 1]) : data
}

function isPage(schema: Json): boolean {
  const properties = object(schema['properties'])
  return properties['items'] !== undefined && properties['pagination'] !== undefined
}
