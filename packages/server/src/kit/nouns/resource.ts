import { Type, type Static, type TProperties, type TSchema } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { CardFace } from './card.ts'
import type { Fact, Subject } from './fact.ts'
import { clientReference, dateTime, idOf, metadata, nullable, type Field, type Fields } from '#kit/values/fields.ts'
import { converterOf } from '#kit/values/fieldType.ts'
import type { Reason } from '#kit/call/problem.ts'

/** Common fields of every record. */
export type Base = {
  id: string
  status: string
  createdAt: string
  updatedAt: string
  version: number
  clientReference: string | null
  metadata: Record<string, string>
}

type FieldValue<F> = F extends Field<infer T, infer P> ? (P extends 'optional' ? T | null : T) : never
type KeysOf<F extends Fields, P> = {
  [K in keyof F]: F[K] extends Field<unknown, infer Q> ? (Q extends P ? K : never) : never
}[keyof F]

/** A record as the store holds it: ids in their public form, absent values as null. */
export type StoredOf<F extends Fields> = Base & { -readonly [K in keyof F]: FieldValue<F[K]> }

/** Input of a create. */
export type DraftOf<F extends Fields> = { [K in KeysOf<F, 'required'>]: FieldValue<F[K]> } & {
  [K in KeysOf<F, 'defaulted'>]?: FieldValue<F[K]> | undefined
} & { [K in KeysOf<F, 'optional'>]?: FieldValue<F[K]> | null | undefined }

/** Input of an update: only sent fields change, null clears. */
export type PatchOf<F extends Fields> = { [K in keyof F]?: FieldValue<F[K]> | undefined } & {
  metadata?: Record<string, string> | undefined
}

export type Stored<R extends Resource> = StoredOf<R['fields']>
export type Draft<R extends Resource> = DraftOf<R['fields']>
export type Patch<R extends Resource> = PatchOf<R['fields']>

/** A named move between states for callers. */
export type Action = { from: readonly string[]; to: string; description: string }

/**
 * A hidden column that the application computes from the record's own fields: folded names, search text, positions. An
 * update writes it when its value changes, so a new computation needs a migration of existing rows.
 */
export type Derived = {
  sqlType: string
  of(record: Record<string, unknown>): unknown
  /** The sort of a list by this column in place of its own: names by their folded form, absent times last. */
  sorts?: string
}

/** Fields of the response that are not stored: computed for a page of records at once. */
export type Computed<S = Record<string, unknown>> = {
  fields: TProperties
  /** The computed fields of the public form, which may differ from the owner's under the same name. */
  publicFields?: TProperties
  /** One object per record, in order; names that the audience's form does not declare are dropped. */
  of(ctx: Ctx, records: readonly S[], audience: Audience): Promise<Record<string, unknown>[]>
}
export type Audience = 'owner' | 'public'
/** A reader of records: the call and its audience. */
export type Viewer = { ctx: Ctx; audience: Audience }

/** A noun: typed fields, a table, states with their moves, and a pure check over a whole record. */
export type Resource<F extends Fields = Fields> = {
  /** `<product>.<noun>`, prefix of scopes, operation ids and facts. */
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
  /** States from which it can be deleted; all when left out. */
  deletedFrom?: readonly string[] | undefined
  actions: Record<string, Action>
  fields: F
  derived: Record<string, Derived>
  computed: Computed | undefined
  facts: {
    created: Fact<Subject>
    updated: Fact<Subject>
    deleted: Fact<Subject>
    /** By the new state, or by the former and the new one with a space between, which wins. */
    moved?: Record<string, Fact<Subject>>
  }
  /** Constraint names that callers can hit, with the reason and the field to name. */
  constraints: Record<string, { reason: Reason; field: string }>
  /** Records that anyone may see; absent: none. `sql` names the row `t`, and holds exactly when `holds` does. */
  publicWhen: { sql: string; holds(record: Record<string, unknown>): boolean } | undefined
  /** Stored fields of the public form, beside id, status and times. A field that is not listed is the owner's. */
  publicFields: readonly string[]
  /** Records an account may have. */
  countMax: number
  /** Checks the whole record before it is written. Throws invalid or conflict. */
  check(record: StoredOf<F>): void
  /** The record as other products show it. When left out, the field `title` or `name` is the title. */
  card(record: Record<string, unknown>): CardFace
}

type Declared<F extends Fields> = Pick<
  Resource<F>,
  'id' | 'title' | 'description' | 'table' | 'idKey' | 'prefix' | 'states' | 'initial' | 'fields' | 'facts' | 'countMax'
> & {
  deletedFrom?: readonly string[]
  actions?: Record<string, Action>
  derived?: Record<string, Omit<Derived, 'of'> & { of(record: StoredOf<F>): unknown }>
  computed?: Computed<StoredOf<F>>
  constraints?: Resource['constraints']
  publicWhen?: { sql: string; holds(record: StoredOf<F>): boolean }
  publicFields?: readonly (keyof F & string)[]
  check?(record: StoredOf<F>): void
  card?(record: StoredOf<F>): CardFace
}

/** Declares a resource. Throws at start for an action with a move that its states do not allow. */
export function resource<const F extends Fields>(declared: Declared<F>): Resource<F> {
  for (const [name, action] of Object.entries(declared.actions ?? {})) {
    const wrong = action.from.find((from) => !declared.states[from]?.includes(action.to))
    if (wrong !== undefined)
      throw new Error(`${declared.id}: action ${name} moves ${wrong} to ${action.to}, no such move`)
  }
  if ((declared.publicWhen === undefined) !== (declared.publicFields === undefined))
    throw new Error(`${declared.id}: publicWhen and publicFields go together`)
  // cast: the store hands `derived`, `computed` and `publicWhen` only records of this very resource.
  const widened = declared as unknown as Resource<F>
  return {
    ...widened,
    actions: declared.actions ?? {},
    derived: widened.derived ?? {},
    computed: widened.computed,
    constraints: declared.constraints ?? {},
    publicWhen: widened.publicWhen,
    publicFields: declared.publicFields ?? [],
    check: declared.check ?? (() => {}),
    // cast: as above.
    card: (declared.card as Resource['card'] | undefined) ?? titleCard,
  }
}

/** The card of a noun that declares none: its field `title` or `name`, else its id. */
function titleCard({ title, name, id }: Record<string, unknown>): CardFace {
  const text = [title, name, id].find((each) => typeof each === 'string' && each !== '')
  return { title: String(text) }
}

/** The noun without its product: `subCategory` of `livestream.subCategory`. */
export function nounOf(resourceId: string): string {
  return resourceId.slice(resourceId.indexOf('.') + 1)
}

/** Payload of a webhook: the stored fields that the owner may see. */
export function storedShape(of: Resource): TProperties {
  const own: TProperties = {}
  for (const [name, field] of Object.entries(of.fields)) {
    if (!field.access.isHidden) own[name] = fieldSchema(field)
  }
  return {
    id: idOf(of.prefix, { description: `Id of the record, the same as \`${of.idKey}\`.` }),
    [of.idKey]: idOf(of.prefix, { description: 'The same as `id`.' }),
    status: Type.String({ enum: [...Object.keys(of.states), 'deleted'], description: 'State.' }),
    ...own,
    clientReference: nullable(clientReference()),
    metadata: metadata(),
    createdAt: dateTime({ description: 'Time of creation.' }),
    updatedAt: dateTime({ description: 'Time of the last change.' }),
    version: Type.Integer({ minimum: 1, description: 'Counts its changes; `ifVersion` compares with it.' }),
  }
}

/** The schema of a record for its owner, with more properties of a response. */
export function outputSchemaOf(of: Resource, more: TProperties = {}) {
  const fields = { ...storedShape(of), ...of.computed?.fields, ...more }
  return Type.Object(fields, { additionalProperties: false })
}

/** The schema of a record for public keys and other accounts, with more properties of a response. */
export function publicOutputSchemaOf(of: Resource, more: TProperties = {}) {
  const names = new Set(publicNames(of))
  const stored = Object.entries(storedShape(of)).filter(([name]) => names.has(name))
  const status = Type.String({ enum: Object.keys(of.states), description: 'State.' })
  const fields = { ...Object.fromEntries(stored), status, ...of.computed?.publicFields, ...more }
  return Type.Object(fields, { additionalProperties: false })
}

/** The stored properties of the public form, by name. */
export function publicNames(of: Resource): string[] {
  return ['id', of.idKey, 'status', ...of.publicFields, 'createdAt', 'updatedAt']
}

/** A stored public form, without fields that have left the form since. */
export function publicOnly(of: Resource, kept: Record<string, unknown>): Record<string, unknown> {
  const names = [...publicNames(of), ...Object.keys(of.computed?.publicFields ?? {})]
  return Object.fromEntries(names.map((name) => [name, kept[name] ?? null]))
}

/** Converts records to the form that the viewer sees. */
export async function present<R extends Resource>({ ctx, audience }: Viewer, of: R, records: readonly Stored<R>[]) {
  const fields = audience === 'owner' ? of.computed?.fields : of.computed?.publicFields
  const names = Object.keys(fields ?? {})
  const computed = names.length === 0 ? [] : await of.computed?.of(ctx, records, audience)
  return records.map((record, index) => {
    const presented = view(of, record, audience)
    for (const name of names) presented[name] = computed?.[index]?.[name]
    return presented
  })
}

/** The stored fields that the audience may see, named one by one. In facts, personal fields are null or empty. */
export function view(of: Resource, record: Record<string, unknown>, form: Form): Record<string, unknown> {
  const { names, converts, blank } = viewPlan(of, form)
  const result: Record<string, unknown> = { ...blank }
  for (const name of names) result[name] = record[name]
  for (const [name, toWire] of converts) result[name] = toWire(record[name])
  result[of.idKey] = record['id']
  return result
}

/** Properties of a view, conversions of those whose JSON differs, and an empty view: copies share one fast shape. */
type ViewPlan = {
  names: readonly string[]
  converts: readonly [name: string, toWire: (value: unknown) => unknown][]
  blank: Record<string, unknown>
}

type Form = Audience | 'facts'
const plans = new WeakMap<Resource, Record<Form, ViewPlan>>()

function viewPlan(of: Resource, form: Form): ViewPlan {
  let known = plans.get(of)
  if (known === undefined) {
    const own = Object.keys(storedShape(of)).filter((name) => name !== 'id' && name !== of.idKey)
    const open = publicNames(of).filter((name) => name !== 'id' && name !== of.idKey)
    const [personal, rest] = partition(own, (name) => of.fields[name]?.access.isPersonal === true)
    const empty = personal.map((name) => [name, of.fields[name]?.presence === 'defaulted' ? [] : null])
    const facts = planOf(of, rest)
    const blank = { ...facts.blank, ...Object.fromEntries(empty) }
    known = { owner: planOf(of, own), public: planOf(of, open), facts: { ...facts, blank } }
    plans.set(of, known)
  }
  return known[form]
}

function partition(names: readonly string[], holds: (name: string) => boolean): [string[], string[]] {
  return [names.filter(holds), names.filter((name) => !holds(name))]
}

function planOf(of: Resource, names: readonly string[]): ViewPlan {
  const blank = Object.fromEntries(['id', of.idKey, ...names].map((name) => [name, null]))
  const converts = names.flatMap((name): ViewPlan['converts'] => {
    const field = of.fields[name]
    const toWire = field === undefined ? undefined : converterOf(field.schema, 'toWire')
    return toWire === undefined ? [] : [[name, toWire]]
  })
  return { names: ['id', ...names], converts, blank: JSON.parse(JSON.stringify(blank)) }
}

function fieldSchema(field: Field<unknown>): TSchema {
  return field.presence === 'optional' ? nullable(field.schema) : field.schema
}

/** Whether the public may see this very record. */
export function isPublic(of: Resource, record: Record<string, unknown>): boolean {
  return of.publicWhen?.holds(record) ?? false
}

export type { Static }
