import catalogue from './catalogue.json' with { type: 'json' }
import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'

/** An operation in the exact form of the catalogue. */
export type Entry = (typeof catalogue)[number]

/** The catalogue's operations by `METHOD path`. */
export const entries: ReadonlyMap<string, Entry> = new Map(
  catalogue.map((entry) => [`${entry.method} ${entry.path}`, entry]),
)

/** Day on which the fully specified operations were reviewed. */
const reviewedOn = '2026-07-12'

/** Number of a product's mounted catalogue operations. */
export function mountedOf(product: Product): number {
  return product.operations.filter((of) => entries.has(routeOf(of))).length
}

/** Differences between the products' operations and the catalogue, one sentence each. */
export function checkCatalogue(products: readonly Product[]): string[] {
  const seen = new Set<string>()
  return products.flatMap((product) =>
    product.operations.flatMap((of) => {
      const route = routeOf(of)
      const found = seen.has(route) || seen.has(of.id) ? [`${route}, ${of.id} is there twice`] : []
      seen.add(route).add(of.id)
      const entry = entries.get(route)
      if (entry !== undefined) return [...found, ...asListed(of, entry, product)]
      if (of.credential === 'none')
        return of.path.startsWith('/public/') ? found : [...found, `${route} is not under /public`]
      return [...found, ...asCompanion(of, product)]
    }),
  )
}

function asListed(of: Operation, entry: Entry, product: Product): string[] {
  const reviewed = entry.fullySpecified ? reviewedOn : undefined
  const expected: [string, unknown, unknown][] = [
    ['title', of.title, entry.title],
    ['product', product.name, entry.product],
    ['stability', of.stability, entry.stability ?? undefined],
    ['review', of.reviewed, reviewed],
    ['leniency', of.isLenient, entry.fullySpecified],
    ['mark as companion', of.isCompanion, false],
    ['parameters of the path', parametersIn(of).join(), parametersOf(entry).join()],
  ]
  const wrong = expected.flatMap(([what, is, should]) =>
    is === should ? [] : [`${of.id}: ${what} is ${String(is)}, not ${String(should)}`],
  )
  const emitted = of.emits.filter((fact) => fact.isPublic)
  if (entry.emitsEvents === false && emitted.length > 0)
    wrong.push(`${of.id} emits ${emitted[0]?.name}, and must emit nothing`)
  return wrong
}

/** Parameters of the path stand in the input under the same name. */
function parametersIn(of: Operation): string[] {
  return [...of.path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => Object.hasOwn(of.input.properties, name))
}

function parametersOf(entry: Entry): string[] {
  return [...entry.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

function otherMethod({ isRead, method }: Operation): string {
  return isRead && method === 'GET' ? 'GET' : 'POST'
}

/** `/api/<prefix>/<noun>/<verb>`: GET for all and get, PUT for update, else POST, or GET for a read. */
function asCompanion(of: Operation, product: Product): string[] {
  const prefixes = new Set(
    [...entries.values()].filter((each) => each.product === product.name).map((each) => each.path.split('/')[2]),
  )
  if (product.name === 'account') prefixes.add('account')
  const [, prefix = '', noun = '', verb = ''] =
    /^\/api\/([a-z]+)\/([a-z][A-Za-z]*)\/([a-z][A-Za-z]*)$/.exec(of.path) ?? []
  const isPosting = product.name === 'marketing' || product.name === 'embeds'
  const method = isPosting ? 'POST' : ({ all: 'GET', get: 'GET', update: 'PUT' }[verb] ?? otherMethod(of))
  const found: string[] = []
  if (!of.isCompanion) found.push(`${of.id}: ${of.method} ${of.path} is not in the catalogue, and no companion`)
  if (noun === '' || !prefixes.has(prefix))
    found.push(`${of.id}: ${of.path} is not /api/${[...prefixes].join('|')}/<noun>/<verb>`)
  if (of.method !== method) found.push(`${of.id}: ${of.method} ${of.path} is not ${method}`)
  return found
}

function routeOf(of: Operation): string {
  return `${of.method} ${of.path}`
}
