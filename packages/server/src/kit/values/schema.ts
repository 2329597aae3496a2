import type {
  TArray,
  TBoolean,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TSchemaOptions,
  TString,
  TUnsafe,
} from 'typebox'

export type { Static, TObject, TProperties, TSchema } from 'typebox'

// TypeBox gives the types; these few builders make the same JSON at run time. TypeBox's own builders are 300 modules,
// which take 18 MB and 100 ms at every start (decision 8).

const optionals = new WeakSet<object>()

/** Builders of JSON schemas whose static types TypeScript knows. */
export const Type = {
  String: (options: TSchemaOptions & StringBounds = {}) => made<TString>({ type: 'string', ...options }),
  Integer: (options: TSchemaOptions & NumberBounds = {}) => made<TInteger>({ type: 'integer', ...options }),
  Number: (options: TSchemaOptions & NumberBounds = {}) => made<TNumber>({ type: 'number', ...options }),
  Boolean: (options: TSchemaOptions = {}) => made<TBoolean>({ type: 'boolean', ...options }),
  Array: <T extends TSchema>(items: T, options: TSchemaOptions & ArrayBounds = {}) =>
    made<TArray<T>>({ type: 'array', items, ...options }),
  /** Members that are not optional are required. */
  Object: <T extends TProperties>(properties: T, options: TSchemaOptions & ObjectBounds = {}) => {
    const required = Object.keys(properties).filter((name) => !optionals.has(Object(properties[name])))
    return made<TObject<T>>({ type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options })
  },
  /** Schema of a member that may be left out. */
  Optional: <T extends TSchema>(schema: T) => {
    const optional = made<TOptional<T>>({ ...schema })
    optionals.add(optional)
    return optional
  },
  /** Schema of any form, with the type that its author guarantees. */
  Unsafe: <T>(schema: object) => made<TUnsafe<T>>(schema),
}

type StringBounds = { minLength?: number; maxLength?: number; pattern?: string; format?: string }
type NumberBounds = { minimum?: number; maximum?: number }
type ArrayBounds = { minItems?: number; maxItems?: number; uniqueItems?: boolean }
type ObjectBounds = { additionalProperties?: boolean | TSchema; minProperties?: number; maxProperties?: number }

/** Whether a schema is that of an object with known members. */
export function isObjectSchema(schema: TSchema): schema is TObject {
  return 'properties' in schema
}

function made<T extends TSchema>(schema: object): T {
  // cast: TypeBox's schema types are this JSON with markers that exist for the compiler alone.
  return schema as unknown as T
}
