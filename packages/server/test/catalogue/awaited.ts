import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { plainOf, propertiesOf, type Plain } from '#test/conformance/schema.ts'

/**
 * Names that wait for a missing noun, by noun or operation: a field (`teamId`), a
 * member of one (`defaults.record`), a value of one (`visibility ticketed`), the reason of an error, or the effect of a
 * field that is stored already (`geofenceRadiusM effect`).
 */
export function awaitedOf(products: readonly Product[]): Record<string, readonly string[]> {
  return Object.assign({}, ...products.map((product) => product.awaited))
}

/** Awaited names that exist already and must leave the list, one sentence each. */
export function acceptedToday(products: readonly Product[]): string[] {
  return products.flatMap((product) =>
    Object.entries(product.awaited).flatMap(([where, names]) => {
      const operations = product.operations.filter((of) => of.id === where || of.id.startsWith(`${where}.`))
      if (operations.length === 0) return [`${where} is neither a noun nor an operation`]
      return names.flatMap((name) =>
        operations.filter((of) => has(product, of, name)).map((of) => `${of.id} has ${name}`),
      )
    }),
  )
}

function has(product: Product, of: Operation, name: string): boolean {
  const [path = '', value] = name.split(' ')
  const resource = product.resources.find((each) => of.id.startsWith(`${each.id}.`))
  const isState = path === 'status' && value !== undefined && Object.hasOwn(resource?.states ?? {}, value)
  const isReason = of.reasons.some((each) => each.reason === name)
  const item = plainOf(propertiesOf(of.output)['items'])['items']
  const shapes = [of.input, of.output, item].map(plainOf)
  return isState || isReason || shapes.some((shape) => finds(shape, path.split('.'), value))
}

/** Whether a schema has a property, through objects and items of lists; and whether that property allows the value. */
function finds(shape: Plain, path: string[], value: string | undefined): boolean {
  const [name, ...rest] = path
  const properties = propertiesOf(shape['items'] === undefined ? shape : shape['items'])
  const found = name === undefined ? undefined : properties[name]
  if (found === undefined) return false
  if (rest.length > 0) return finds(found, rest, value)
  return value === undefined || allows(found, value)
}

function allows(schema: Plain, value: string): boolean {
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value)
  return typeof schema['pattern'] === 'string' && new RegExp(schema['pattern'], 'u').test(value)
}
