import { Type, type TObject, type TProperties, type TSchema } from './schema.ts'
import type { Ctx, ListQuery } from './context.ts'
import { clientReference, flag, idOf, line, metadata, nullable, oneOf, whole, type Field } from './fields.ts'
import { parseAccountId, parseId } from './ids.ts'
import { limits } from './limits.ts'
import { operation, type Operation } from './operation.ts'
import { field, invalid, problem, reasons, type Reason } from './problem.ts'
import { answerOf, isPublic, present, type Draft, type Patch, type Resource, type Stored } from './resource.ts'

type Route = Parameters<typeof operation>[1]['route']

/** How one query parameter narrows a list. */
export type Filter = {
  schema: TSchema
  /** Column of the row `t`. */
  column: string
  /** equals; has: an array column holds it; from, to: bounds of a moment, both included. */
  test: 'equals' | 'has' | 'from' | 'to'
}
export type Filters = Record<string, Filter>

export type ListOptions = {
  description?: string
  filters?: Filters
  /** Sort keys, each a field with an index (account_id, column, id). The first is the default; `-` first for falling. */
  sorts: readonly string[]
  /** Whether `q` searches the derived column `searchText`. */
  isSearchable?: boolean
  example?: Record<string, unknown>
}

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
    output: pageOf(answerOf(of)),
    example: options.example ?? {},
    handle: (ctx, input) => listed(ctx, of, { ...queryOf(input, options) }),
  })
}

/** Reads a page as the caller may see it: all for the owner, the public part for others. */
export async function listed<R extends Resource>(ctx: Ctx, of: R, query: ListQuery & { accountId?: string }) {
  const { accountId, ...rest } = query
  const from = await reachAccount(ctx, of, accountId)
  const page = await from.ctx.store.list(of, { ...rest, publicOnly: !from.isOwner })
  return { ...page, items: await present(from.ctx, of, page.items, from.isOwner ? 'owner' : 'public') }
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
    output: answerOf(of),
    example: options.example,
    handle: async (ctx, input) => {
      const found = await reach(ctx, of, exactlyOne(input, [of.idKey, 'clientReference']))
      return (await present(found.ctx, of, [found.record], found.audience))[0] ?? {}
    },
  })
}

export type CreateSpec = {
  description?: string
  reasons?: readonly Reason[]
  statuses?: readonly string[]
  example: Record<string, unknown>
}

/** Create: the same clientReference again answers what was made before. */
export function create<R extends Resource>(of: R, route: Route, title: string, options: CreateSpec): Operation {
  return operation(`${of.id}.create`, {
    route,
    title,
    description: options.description ?? `Creates one of ${of.description.toLowerCase()}`,
    scope: `${of.id}:write`,
    input: createInput(of, options.statuses),
    output: answerOf(of, { created: flag({ description: 'False when it was there already.' }) }),
    tells: [of.facts.created],
    reasons: [...Object.values(of.constraints).map((each) => each.reason), ...(options.reasons ?? [])],
    example: options.example,
    handle: async (ctx, input) => {
      const made = await ctx.store.create(of, ...splitCreate<R>(input))
      return { ...(await present(ctx, of, [made.record], 'owner'))[0], created: made.created }
    },
  })
}

export type UpdateSpec = {
  description?: string
  reasons?: readonly Reason[]
  tells?: Operation['tells']
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
    output: answerOf(of),
    tells: [of.facts.updated, ...Object.values(of.facts.moved ?? {}), ...(options.tells ?? [])],
    reasons: [...Object.values(of.constraints).map((each) => each.reason), ...(options.reasons ?? [])],
    example: options.example,
    handle: async (ctx, input) => {
      const { id, patch, options: how } = splitUpdate(of, input)
      const record = await ctx.store.update(of, id, patch, how)
      return (await present(ctx, of, [record], 'owner'))[0] ?? {}
    },
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
    tells: [of.facts.deleted],
    reasons: options.reasons ?? [],
    example: options.example,
    handle: async (ctx, input) => {
      const record = await ctx.store.remove(of, String(input[of.idKey]), versionOf(input))
      return { id: record.id, status: record.status }
    },
  })
}

/** The answer of a delete. */
export function removed(more: TProperties = {}) {
  return closed({ id: Type.String(), status: Type.String({ enum: ['deleted'] }), ...more })
}

/** An object schema that refuses unknown fields. */
export function closed<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

/** The input of a list: paging, sort, filters, search, whose. */
export function listInput(of: Resource, options: ListOptions): TObject {
  const filters: TProperties = {}
  for (const [name, filter] of Object.entries(options.filters ?? {})) filters[name] = Type.Optional(filter.schema)
  const whose = { accountId: Type.Optional(Type.String({ pattern: '^acc_[0-9a-hjkmnp-tv-z]{8}$' })) }
  return closed({
    ...pagingInput(options.sorts),
    ...(options.isSearchable ? { q: Type.Optional(line(200, { description: 'Words to search for.' })) } : {}),
    clientReference: Type.Optional(clientReference()),
    status: Type.Optional(oneOf(Object.keys(of.states), { description: 'Only in this state.' })),
    ...(of.publicWhen === undefined ? {} : whose),
    ...filters,
  })
}

/** Paging and sort parameters of any list. */
export function pagingInput(sorts: readonly string[]): TProperties {
  const names = [...new Set(sorts.map((sort) => sort.replace(/^-/, '')))]
  const key = `-?(${names.join('|')})`
  return {
    limit: Type.Optional(whole(1, limits.pageLimitMax, { description: 'Items per page; 25 when left out.' })),
    offset: Type.Optional(whole(0, limits.pageOffsetMax, { description: 'Items to skip.' })),
    cursor: Type.Optional(line(500, { description: '`nextCursor` of the page before; reaches any depth.' })),
    withTotal: Type.Optional(
      oneOf(['true', 'exact', 'false'], { description: '`true` counts to 1,000, `exact` to 10,000; first page only.' }),
    ),
    sort: Type.Optional(
      Type.String({
        pattern: `^${key}(,${key}){0,${limits.sortKeysMax - 1}}$`,
        maxLength: 100,
        description: `Comma list of ${names.join(', ')}; \`-\` before one sorts it falling.`,
        'x-message': `must be a comma list of ${names.join(', ')}, each with - before it for falling order`,
      }),
    ),
  }
}

/** Splits a list's input into what the store understands. */
export function queryOf(input: Record<string, unknown>, options: ListOptions): ListQuery & { accountId?: string } {
  const { limit, offset, cursor, withTotal, sort, q, clientReference: reference, accountId, ...filters } = input
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const filter = name === 'status' ? statusFilter : options.filters?.[name]
    return filter === undefined || value === undefined ? [] : [condition(filter, value)]
  })
  // cast: the input was accepted by listInput, whose types these are.
  return {
    limit,
    offset,
    cursor,
    withTotal,
    q,
    clientReference: reference,
    accountId,
    sort: sort ?? options.sorts[0],
    conditions,
  } as ListQuery & { accountId?: string }
}

const statusFilter: Filter = { schema: Type.String(), column: 'status', test: 'equals' }

function condition(filter: Filter, value: unknown) {
  const column = `t.${filter.column}`
  const sql = {
    equals: `${column} = $1`,
    has: `${column} @> array[$1]::text[]`,
    from: `${column} >= $1::timestamptz`,
    to: `${column} <= $1::timestamptz`,
  }[filter.test]
  return { sql, values: [value] }
}

/** The schema of a page of such items. */
export function pageOf(item: TSchema) {
  return closed({
    items: Type.Array(item),
    pagination: closed({
      limit: Type.Integer(),
      offset: Type.Integer(),
      hasMore: Type.Boolean(),
      nextCursor: nullable(Type.String()),
      total: Type.Optional(Type.Integer()),
      totalIsCapped: Type.Optional(Type.Boolean()),
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
    statuses.length === 0 ? {} : { status: Type.Optional(oneOf(statuses, { description: 'Its first state.' })) }
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

/** `ifVersion`: refuses the write when the resource has moved on. */
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
  return {
    id: String(id),
    patch: patch as Patch<R>,
    options: { ifVersion: version, action } as { ifVersion?: number; action?: string },
  }
}

/** The single field among these that was sent. Throws invalid, naming all, when none or several were. */
export function exactlyOne(input: Record<string, unknown>, names: readonly string[]): { name: string; value: string } {
  const sent = names.filter((name) => input[name] !== undefined && input[name] !== null)
  const [name] = sent
  if (name !== undefined && sent.length === 1) return { name, value: String(input[name]) }
  const message = `exactly one of ${names.join(', ')} is needed`
  throw invalid(...(sent.length === 0 ? names : sent).map((each) => field(each, 'exactlyOne', message)))
}

export type Reached<R extends Resource> = { ctx: Ctx; record: Stored<R>; audience: 'owner' | 'public' }

/** Finds one record as the caller may see it. Throws not_found for what is missing, foreign or not public. */
export async function reach<R extends Resource>(
  ctx: Ctx,
  of: R,
  by: { name: string; value: string },
): Promise<Reached<R>> {
  const isById = by.name === of.idKey
  const from = await reachAccount(ctx, of, undefined, isById ? parseId(of.prefix, by.value)?.accountId : undefined)
  const column = by.name === 'clientReference' ? 'client_reference' : by.name
  const record = isById ? await from.ctx.store.find(of, by.value) : await from.ctx.store.findBy(of, column, by.value)
  if (record === undefined || (!from.isOwner && !isPublic(of, record))) throw problem(reasons.notFound)
  return { ctx: from.ctx, record, audience: from.isOwner ? 'owner' : 'public' }
}

/** The account that a public read speaks of. Throws not_found when it is not to be seen from here. */
export async function reachAccount(ctx: Ctx, of: Resource, accountId?: string, idAccount?: number) {
  const isOwnKey = ctx.actor.credential !== 'public'
  const wanted = idAccount ?? (accountId === undefined ? ctx.account.id : parseAccountId(accountId))
  if (wanted === ctx.account.id) return { ctx, isOwner: isOwnKey }
  const account = of.publicWhen === undefined || wanted === undefined ? undefined : await ctx.accounts.find(wanted)
  if (account === undefined || account.mode !== ctx.account.mode || account.isSuspended) throw problem(reasons.notFound)
  return { ctx: ctx.as(account), isOwner: false }
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
