import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { sharedComponents } from './responses.ts'
import { object, type Json } from './json.ts'
import { exampleMaker } from './examples.ts'
import { introductionOf } from './introduction.ts'
import { operationItem, type Building } from './operationItem.ts'
import { shareParameters } from './parameters.ts'
import { everyReason } from './refusals.ts'
import { namedSchemas } from './schemas.ts'
import { tagOf, tagsOf } from './documentTags.ts'
import { webhookItems, webhookParameters } from './documentWebhooks.ts'

/** Parts of a document. `publicUrl` becomes its server; without one the reader fills it in. */
export type OpenApiParts = { products: readonly Product[]; version: string; publicUrl?: string }

/** The OpenAPI 3.1 document of every operation and public fact. The same products give the same document. */
export function buildOpenApi({ products, version, publicUrl }: OpenApiParts): Json {
  const operations = products.flatMap((product) => product.operations)
  const building = startBuilding(products, operations)
  const paths: Record<string, Json> = {}
  for (const each of operations) {
    const item = (paths[each.path] ??= {})
    item[each.method.toLowerCase()] = operationItem(each, building)
  }
  const webhooks = webhookItems(products, building)
  const shared = sharedComponents(everyReason(operations))
  const components = {
    schemas: { ...building.schemas.components, ...shared.schemas },
    responses: building.responses,
    parameters: { ...shareParameters(paths), ...webhookParameters, IdempotencyKey: idempotencyKey },
    examples: shared.examples,
    headers: shared.headers,
    securitySchemes,
  }
  const { tags, groups } = tagsOf(products)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fairground API',
      version,
      summary: 'Livestreams, audiences and everything around them.',
      description: introductionOf(products),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [publicUrl === undefined ? anyServer : { url: publicUrl, description: 'This installation.' }],
    tags,
    'x-tagGroups': groups,
    security: [{ ServiceKey: [] }],
    paths,
    webhooks,
    components: used(components, [paths, webhooks, { ServiceKey: [] }]),
  }
}

function startBuilding(products: readonly Product[], operations: readonly Operation[]): Building {
  const resources = products.flatMap((product) => product.resources)
  const schemas = namedSchemas(resources, operations)
  return {
    schemas,
    examples: exampleMaker(resources, schemas.components),
    responses: {},
    resources: new Map(resources.map((each) => [each.id, each])),
    operations: new Map(operations.map((each) => [each.id, each])),
    tagOf: (of) => tagOf(products, of),
  }
}

const anyServer = {
  url: '{baseUrl}',
  description: 'Your installation.',
  variables: {
    baseUrl: { default: 'http://localhost:8080', description: 'Base address, without a trailing slash.' },
  },
}

const securitySchemes: Json = {
  ServiceKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-API-Key',
    description: 'A secret, restricted or public key: `fg_sk_…`, `fg_rk_…`, `fg_pk_…`.',
  },
  PublicKeyInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'A public key, where headers cannot be set: images, frames, event streams. Never another key.',
  },
  Session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'The session of a signed-in person, on pages of this server; its name is `session` without https.',
  },
  CsrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The `csrfToken` of the session, with every call by session that is no GET.',
  },
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A name of your own for this request, kept for 24 hours: a repeat gets the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  // The example is off in the reference: a reader's second request would have the same key.
  examples: { default: { value: 'order-1042-paid', 'x-disabled': true } },
}

function sorted(components: Json): Json {
  return Object.fromEntries(Object.entries(components).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

/** The components that are referenced, over any number of steps. */
function used(components: Record<string, Json>, roots: unknown): Json {
  const reached = new Set<string>()
  const queue = pointersIn(roots)
  for (let pointer = queue.pop(); pointer !== undefined; pointer = queue.pop()) {
    if (reached.has(pointer)) continue
    reached.add(pointer)
    const [kind = '', name = ''] = pointer.split('/')
    queue.push(...pointersIn(object(components[kind])[name]))
  }
  const kept = Object.entries(components).map(([kind, all]) => {
    const own = Object.entries(all).filter(([name]) => reached.has(`${kind}/${name}`))
    return [kind, sorted(Object.fromEntries(own))]
  })
  return Object.fromEntries(kept)
}

function pointersIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  const pointers = text.matchAll(/"#\/components\/([^"]+)"/g)
  const schemes = Object.keys(securitySchemes).filter((name) => text.includes(`"${name}":[]`))
  return [...[...pointers].map(([, pointer = '']) => pointer), ...schemes.map((name) => `securitySchemes/${name}`)]
}
