import { Type, type TObject, type TProperties, type TSchema } from '#kit/values/schema.ts'
import {
  accountId,
  clientReference,
  flag,
  idOf,
  line,
  metadata,
  nullable,
  oneOf,
  whole,
  type Field,
} from '#kit/values/fields.ts'
import { listAbilities } from '#kit/values/fieldType.ts'
import { once, operation, type Operation } from './operation.ts'
import { ownersFilters, pagingInput, type ListOptions } from '#kit/call/paging.ts'
import { reasons, type Reason } from '#kit/call/problem.ts'
import { exactlyOne, reach, reachList } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf, type Draft, type Patch, type Resource } from './resource.ts'

type Route = Parameters<typeof operation>[1]['route']

/** Get All: a page of records, filtered, sorted, searched. */
export function list(of: Resource, route: Route, title: string, options: ListOptions): Operation {
  return operation(`${of.id}.all`, {
    route,
    title,
    description: options.description ?? `Lists ${of.description.toLowerCase()}`,
    scope: `${of.id}:read`,
    credential: of.publicWhen === undefined ? 'secret' : 'public',
    isRead: true,
    input: listInput(of, options),
    output: listPageOf(outputSchemaOf(of)),
    ...(of.publicWhen === undefined ? {} : { publicOutput: listPageOf(publicOutputSchemaOf(of)) }),
    // Other clients make up a body for an empty example.
    example: options.example ?? (route.startsWith('POST ') ? { limit: 10 } : {}),
    handle: async (ctx, input) => {
      const { from, query } = await reachList(ctx, input, { of, ...options })
      const page = await from.ctx.store.list(of, query)
      return { ...page, items: await present(from, of, page.items) }
    },
  })
}

export type GetOptions = { description?: string; example: Record<string, unknown> }

/** Get By ID, or by the caller's own reference. */
export function get(of: Resource, route: Route, title: string, options: GetOptions): Operation {
  return operation(`${of.id}.get`, {
    route,
    title,
    description: options.description ?? `Gets one of ${of.description.toLowerCase()}`,
    scope: `${of.id}:read`,
    credential: of.publicWhen === undefined ? 'secret' : 'public',
    isRead: true,
    input: closed({ [of.idKey]: Type.Optional(idOf(of.prefix)), clientReference: Type.Optional(clientReference()) }),
    output: outputSchemaOf(of),
    ...(of.publicWhen === undefined ? {} : { publicOutput: publicOutputSchemaOf(of) }),
    example: options.example,
    handle: async (ctx, input) => {
      const found = await reach(ctx, of, exactlyOne(input, [of.idKey, 'clientReference']))
      return (await present(found, of, [found.record]))[0] ?? {}
    },
  })
}

export type CreateSpec = {
  description?: string
  reasons?: readonly Reason[]
  statuses?: readonly string[]
  example: Record<string, unknown>
}

/** Create: a repeat with the same clientReference returns the record of the first create. */
export function create<R extends Resource>(of: R, route: Route, title: string, options: CreateSpec): Operation {
  return operation(`${of.id}.create`, {
    route,
    title,
    description: options.description ?? `Creates one of ${of.description.toLowerCase()}`,
    scope: `${of.id}:write`,
    input: createInput(of, options.statuses),
    output: outputSchemaOf(of, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [of.facts.created],
    reasons: [...Object.values(of.constraints).map((each) => each.reason), ...(options.reasons ?? [])],
    example: options.example,
    handle: once(async (ctx, input) => {
      const made = await ctx.store.create(of, ...splitCreate<R>(input))
      return { ...(await present({ ctx, audience: 'owner' }, of, [made.record]))[0], created: made.created }
    }),
  })
}

export type UpdateSpec = {
  description?: string
  reasons?: readonly Reason[]
  emits?: Operation['emits']
  example: Record<string, unknown>
}

/** Update: only sent fields change, null clears; `action` moves the state; `ifVersion` refuses a stale write. */
export function update<R extends Resource>(of: R, route: Route, title: string, options: UpdateSpec): Operation {
  return operation(`${of.id}.update`, {
    route,
    title,
    description: options.description ?? `Changes one of ${of.description.toLowerCase()}`,
    scope: `${of.id}:write`,
    input: updateInput(of),
    output: outputSchemaOf(of),
    emits: [of.facts.updated, ...Object.values(of.facts.moved ?? {}), ...(options.emits ?? [])],
    reasons: [...Object.values(of.constraints).map((each) => each.reason), ...(options.reasons ?? [])],
    example: options.example,
    handle: once(async (ctx, input) => {
      const { id, patch, options: how } = splitUpdate(of, input)
      const record = await ctx.store.update(of, id, { patch, ...how })
      return (await present({ ctx, audience: 'owner' }, of, [record]))[0] ?? {}
    }),
  })
}

export type RemoveSpec = { description?: string; reasons?: readonly Reason[]; example: Record<string, unknown> }

/** Delete: soft, kept for 30 days, its names free at once. */
export function remove(of: Resource, route: Route, title: string, options: RemoveSpec): Operation {
  return operation(`${of.id}.delete`, {
    route,
    title,
    description: options.description ?? `Deletes one of ${of.description.toLowerCase()}`,
    scope: `${of.id}:write`,
    input: closed({ [of.idKey]: idOf(of.prefix), ifVersion: ifVersion() }),
    output: removed(),
    emits: [of.facts.deleted],
    reasons: [...(of.deletedFrom === undefined ? [] : [reasons.invalidTransition]), ...(options.reasons ?? [])],
    example: options.example,
    handle: once(async (ctx, input) => {
      const record = await ctx.store.remove(of, String(input[of.idKey]), versionOf(input))
      return { id: record.id, status: record.status }
    }),
  })
}

/** The response of a delete. */
export function removed(more: TProperties = {}) {
  return closed({
    id: Type.String({ description: 'The id of the deleted resource.' }),
    status: Type.String({ enum: ['deleted'], description: 'Always `deleted`.' }),
    ...more,
  })
}

/** An object schema that refuses unknown fields. One with a `title` has this name in the document. */
export function closed<T extends TProperties>(properties: T, options: { title?: string; description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** The input of a list: paging, sort, filters, search, account. */
export function listInput(of: Resource, options: ListOptions): TObject {
  checkAbilities(of, options)
  const owners = ownersFilters(of, options)
  const filter = (name: string, schema: TSchema) =>
    Type.Optional(owners.includes(name) ? withText(schema, ownersText) : schema)
  const filters: TProperties = {}
  for (const [name, each] of Object.entries(options.filters ?? {})) filters[name] = filter(name, each.schema)
  const whose = { accountId: Type.Optional(accountId()) }
  return closed({
    ...pagingInput(options.sorts),
    ...(options.isSearchable
      ? {
          q: Type.Optional(
            line(200, {
              description: 'Words to search for, up to eight; one of up to two letters, where a word begins.',
            }),
          ),
        }
      : {}),
    clientReference: filter('clientReference', clientReference()),
    status: Type.Optional(oneOf(Object.keys(of.states), { description: 'Only in this state.' })),
    ...(of.publicWhen === undefined ? {} : whose),
    ...filters,
  })
}

/** Throws at start for a filter or an order that the type of its values does not support. */
function checkAbilities(of: Resource, { filters = {}, sorts }: ListOptions): void {
  for (const [name, { schema, test }] of Object.entries(filters)) {
    if (!listAbilities(schema).filters.includes(test)) throw new Error(`${of.id}: filter ${name} has no test ${test}`)
  }
  for (const sort of sorts) {
    const field = of.fields[sort.replace(/^-/, '')]
    if (field !== undefined && !listAbilities(field.schema).isSortable) throw new Error(`${of.id}: no sort by ${sort}`)
  }
}

/** Last sentence in the description of a filter that the public may not use. */
const ownersText = 'Needs a secret key of the account.'

function withText(schema: TSchema, text: string): TSchema {
  // cast: a schema is a plain JSON object; TypeBox types hide that.
  const { description = '' } = schema as { description?: string }
  return { ...schema, description: `${description} ${text}`.trim() }
}

/** The schema of a page of a list of such items. */
export function listPageOf(item: TSchema) {
  return closed({
    items: Type.Array(item, { description: 'Items of this page, in the order of `sort`.' }),
    pagination: closed({
      limit: Type.Integer({ description: 'Items per page.' }),
      offset: Type.Integer({ description: 'Items skipped before this page.' }),
      hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
      nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page.' })),
      total: Type.Optional(
        Type.Integer({ description: 'Items of all pages, with `withTotal` and on the first page alone.' }),
      ),
      totalIsCapped: Type.Optional(
        Type.Boolean({ description: 'True when there are more items than `total` counts.' }),
      ),
    }),
  })
}

/** The input of a create: the resource's fields, and the caller's own reference and metadata. */
export function createInput(of: Resource, statuses: readonly string[] = []): TObject {
  const fields: TProperties = {}
  for (const [name, each] of settable(of)) {
    const schema = each.presence === 'optional' ? nullable(each.schema) : each.schema
    fields[name] = each.presence === 'required' ? schema : Type.Optional(schema)
  }
  const status: TProperties =
    statuses.length === 0 ? {} : { status: Type.Optional(oneOf(statuses, { description: 'Initial state.' })) }
  return closed({ ...fields, ...status, ...ownWords() })
}

/** The input of an update: the id, any field, an action, the version it is based on. */
export function updateInput(of: Resource): TObject {
  const fields: TProperties = {}
  for (const [name, each] of settable(of)) {
    if (each.access.isFixed) continue
    fields[name] = Type.Optional(each.presence === 'optional' ? nullable(each.schema) : each.schema)
  }
  const actions = Object.keys(of.actions)
  const action: TProperties =
    actions.length === 0 ? {} : { action: Type.Optional(oneOf(actions, { description: actionText(of) })) }
  return closed({
    [of.idKey]: idOf(of.prefix),
    ...fields,
    metadata: Type.Optional(metadata()),
    ...action,
    ifVersion: ifVersion(),
  })
}

/** Schema of `ifVersion`: refuses the write when the record has a newer version. */
export function ifVersion() {
  return Type.Optional(whole(1, 2_147_483_647, { description: 'Refuses the write when the version is another one.' }))
}

/** Separates a create's input into the record's fields and the rest. */
export function splitCreate<R extends Resource>(input: Record<string, unknown>) {
  const { clientReference: reference, metadata: own, status, ...draft } = input
  // cast: the input was accepted by createInput, made of the same fields.
  const options = { clientReference: reference, metadata: own, status } as { clientReference?: string }
  // cast: as above.
  return [draft as Draft<R>, options] as const
}

/** Separates an update's input into id, fields and the rest. */
export function splitUpdate<R extends Resource>(of: R, input: Record<string, unknown>) {
  const { [of.idKey]: id, ifVersion: version, action, ...patch } = input
  // cast: the input was accepted by updateInput, made of the same fields.
  const options = { ifVersion: version, action } as { ifVersion?: number; action?: string }
  // cast: as above.
  return { id: String(id), patch: patch as Patch<R>, options }
}

/** The version condition of a delete's or an update's input. */
export function versionOf(input: Record<string, unknown>): { ifVersion?: number } {
  return typeof input['ifVersion'] === 'number' ? { ifVersion: input['ifVersion'] } : {}
}

function settable(of: Resource): [string, Field<unknown>][] {
  return Object.entries(of.fields).filter(([, each]) => !each.access.isReadOnly)
}

function ownWords() {
  return { clientReference: Type.Optional(clientReference()), metadata: Type.Optional(metadata()) }
}

function actionText(of: Resource): string {
  return Object.entries(of.actions)
    .map(([name, action]) => `\`${name}\`: ${action.description}`)
    .join(' ')
}
