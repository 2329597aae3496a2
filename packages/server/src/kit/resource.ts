import { Type, type Static, type TProperties, type TSchema } from './schema.ts'
import type { Ctx } from './context.ts'
import type { Fact, Subject } from './fact.ts'
import { clientReference, dateTime, idOf, metadata, nullable, type Field, type Fields } from './fields.ts'
import type { Reason } from './problem.ts'

/** What every record has, whatever its noun. */
export type Base = {
  id: string
  status: string
  createdAt: string
  updatedAt: string
  version: number
  clientReference: string | null
  metadata: Record<string, string>
}

type Held<F> = F extends Field<infer T, infer P> ? (P extends 'optional' ? T | null : T) : never
type KeysOf<F extends Fields, P> = {
  [K in keyof F]: F[K] extends Field<unknown, infer Q> ? (Q extends P ? K : never) : never
}[keyof F]

/** A record as the store holds it: ids in their public form, absent values as null. */
export type StoredOf<F extends Fields> = Base & { -readonly [K in keyof F]: Held<F[K]> }

/** What a create brings. */
export type DraftOf<F extends Fields> = { [K in KeysOf<F, 'required'>]: Held<F[K]> } & {
  [K in KeysOf<F, 'defaulted'>]?: Held<F[K]> | undefined
} & { [K in KeysOf<F, 'optional'>]?: Held<F[K]> | null | undefined }

/** What an update brings: only what is sent changes, null clears. */
export type PatchOf<F extends Fields> = { [K in keyof F]?: Held<F[K]> | undefined } & {
  metadata?: Record<string, string> | undefined
}

export type Stored<R extends Resource> = StoredOf<R['fields']>
export type Draft<R extends Resource> = DraftOf<R['fields']>
export type Patch<R extends Resource> = PatchOf<R['fields']>

/** A move that a caller may ask for by name. */
export type Action = { from: readonly string[]; to: string; description: string }

/**
 * A hidden column that the application computes from the record's own fields: folded names, search text, positions. An
 * update writes it when it comes out differently for the changed record, so a new way to compute it needs a migration
 * of the rows that are there.
 */
export type Derived = { sqlType: string; of(record: Record<string, unknown>): unknown }

/** Fields that are not stored but shown: computed for a page of records at once. */
export type Computed<S = Record<string, unknown>> = {
  fields: TProperties
  /** One object per record, in order. `audience` is public for public keys and other accounts. */
  of(ctx: Ctx, records: readonly S[], audience: Audience): Promise<Record<string, unknown>[]>
}
export type Audience = 'owner' | 'public'
/** Who looks, through which call. */
export type Viewer = { ctx: Ctx; audience: Audience }

/** A noun: typed fields, a table, states with their moves, and a pure check over a whole record. */
export type Resource<F extends Fields = Fields> = {
  /** `<product>.<noun>`, the stem of scopes, operation ids and facts. */
  id: string
  /** Name of its schema in the documentation. */
  title: string
  description: string
  table: string
  idKey: string
  prefix: string
  /** Each state with the states that may follow. `deleted` may follow each and is not listed. */
  states: Record<string, readonly string[]>
  initial: string
  actions: Record<string, Action>
  fields: F
  derived: Record<string, Derived>
  computed: Computed | undefined
  facts: {
    created: Fact<Subject>
    updated: Fact<Subject>
    deleted: Fact<Subject>
    moved?: Record<string, Fact<Subject>>
  }
  /** Constraint names that callers can hit, with the reason and the field to name. */
  constraints: Record<string, { reason: Reason; field: string }>
  /** What anyone may see; absent: nothing. `sql` speaks of the row as `t`, and holds exactly when `holds` does. */
  publicWhen: { sql: string; holds(record: Record<string, unknown>): boolean } | undefined
  /** Records an account may have. */
  countMax: number
  /** Throws invalid or conflict. Sees the whole record as it would be. */
  check(record: StoredOf<F>): void
}

type Declared<F extends Fields> = Pick<
  Resource<F>,
  'id' | 'title' | 'description' | 'table' | 'idKey' | 'prefix' | 'states' | 'initial' | 'fields' | 'facts' | 'countMax'
> & {
  actions?: Record<string, Action>
  derived?: Record<string, { sqlType: string; of(record: StoredOf<F>): unknown }>
  computed?: Computed<StoredOf<F>>
  constraints?: Resource['constraints']
  publicWhen?: { sql: string; holds(record: StoredOf<F>): boolean }
  check?(record: StoredOf<F>): void
}

/** Declares a resource. Throws at start when its actions make moves that its states do not allow. */
export function resource<const F extends Fields>(declared: Declared<F>): Resource<F> {
  for (const [name, action] of Object.entries(declared.actions ?? {})) {
    const wrong = action.from.find((from) => !declared.states[from]?.includes(action.to))
    if (wrong !== undefined)
      throw new Error(`${declared.id}: action ${name} moves ${wrong} to ${action.to}, no such move`)
  }
  // cast: the store hands `derived`, `computed` and `publicWhen` only records of this very resource.
  const widened = declared as unknown as Resource<F>
  return {
    ...widened,
    actions: declared.actions ?? {},
    derived: widened.derived ?? {},
    computed: widened.computed,
    constraints: declared.constraints ?? {},
    publicWhen: widened.publicWhen,
    check: declared.check ?? (() => {}),
  }
}

/** The noun without its product: `subCategory` of `livestream.subCategory`. */
export function nounOf(resourceId: string): string {
  return resourceId.slice(resourceId.indexOf('.') + 1)
}

/** The schema of a record as it is shown to its owner. */
export function shape(of: Resource): TProperties {
  return { ...storedShape(of), ...computedShape(of) }
}

/** What a webhook carries: the stored fields that its owner may see. */
export function storedShape(of: Resource): TProperties {
  const own: TProperties = {}
  for (const [name, field] of Object.entries(of.fields)) {
    if (!field.access.isHidden) own[name] = shown(field)
  }
  return {
    id: idOf(of.prefix, { description: `Its id, the same as \`${of.idKey}\`.` }),
    [of.idKey]: idOf(of.prefix),
    status: Type.String({ enum: [...Object.keys(of.states), 'deleted'], description: 'Its state.' }),
    ...own,
    clientReference: nullable(clientReference()),
    metadata: metadata(),
    createdAt: dateTime({ description: 'When it was made.' }),
    updatedAt: dateTime({ description: 'When it last changed.' }),
    version: Type.Integer({ minimum: 1, description: 'Counts its changes; `ifVersion` compares with it.' }),
  }
}

function computedShape(of: Resource): TProperties {
  const optional: TProperties = {}
  for (const [name, schema] of Object.entries(of.computed?.fields ?? {})) optional[name] = Type.Optional(schema)
  return optional
}

/** The schema of one record as an answer; the public sees fewer of its fields, so only `id` and `status` are sure. */
export function answerOf(of: Resource, more: TProperties = {}) {
  const sure = new Set(of.publicWhen === undefined ? Object.keys(storedShape(of)) : ['id', of.idKey, 'status'])
  const fields: TProperties = {}
  for (const [name, schema] of Object.entries({ ...shape(of), ...more })) {
    fields[name] = sure.has(name) ? schema : Type.Optional(schema)
  }
  return Type.Object(fields, { additionalProperties: false })
}

/** Turns records into what the viewer is shown. */
export async function present<R extends Resource>({ ctx, audience }: Viewer, of: R, records: readonly Stored<R>[]) {
  const computed = of.computed === undefined ? [] : await of.computed.of(ctx, records, audience)
  return records.map((record, index) => Object.assign(view(of, record, audience), computed[index]))
}

/** The stored fields that the audience may see, named one by one. */
export function view(of: Resource, record: Record<string, unknown>, audience: Audience): Record<string, unknown> {
  const { names, blank } = viewPlan(of, audience)
  const result: Record<string, unknown> = { ...blank }
  for (const name of names) result[name] = record[name]
  result[of.idKey] = record['id']
  return result
}

/** What a view shows, and an empty one whose copies share one shape in the engine. */
type ViewPlan = { names: readonly string[]; blank: Record<string, unknown> }

const plans = new WeakMap<Resource, Record<Audience, ViewPlan>>()

function viewPlan(of: Resource, audience: Audience): ViewPlan {
  let known = plans.get(of)
  if (known === undefined) {
    const all = Object.entries(of.fields).filter(([, field]) => !field.access.isHidden)
    const open = all.filter(([, field]) => field.access.isPublic !== false)
    const times = ['createdAt', 'updatedAt']
    const own = ['version', 'clientReference', 'metadata']
    const plan = (fields: typeof all, more: readonly string[]) =>
      planOf(of, ['status', ...fields.map(([name]) => name), ...more])
    known = { owner: plan(all, [...times, ...own]), public: plan(open, times) }
    plans.set(of, known)
  }
  return known[audience]
}

function planOf(of: Resource, names: readonly string[]): ViewPlan {
  const blank = Object.fromEntries(['id', of.idKey, ...names].map((name) => [name, null]))
  return { names: ['id', ...names], blank: JSON.parse(JSON.stringify(blank)) }
}

function shown(field: Field<unknown>): TSchema {
  return field.presence === 'optional' ? nullable(field.schema) : field.schema
}

/** Whether the public may see this very record. */
export function isPublic(of: Resource, record: Record<string, unknown>): boolean {
  return of.publicWhen?.holds(record) ?? false
}

export type { Static }
