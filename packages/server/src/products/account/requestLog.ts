import { Type } from '#kit/values/schema.ts'
import type { Ctx, Db } from '#kit/call/context.ts'
import { dateTime, matching, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeAccountId, encodeId, encodeLooseId, parseLooseId, uuidFloor } from '#kit/values/ids.ts'
import { limits } from '#kit/call/limits.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed, pageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'

const requestId = (docs: { description?: string } = {}) => matching('^req_[0-9a-hjkmnp-tv-z]{26}$', 30, docs)

const outcomes = ['succeeded', 'refused', 'failed'] as const

/** Bounds of the HTTP status, the upper one excluded. */
const statusesOf: Record<string, [number, number]> = { succeeded: [0, 400], refused: [400, 500], failed: [500, 1000] }

const shape = closed({
  id: requestId({ description: 'The request, as its answer named it.' }),
  requestId: requestId({ description: 'The same as `id`.' }),
  status: oneOf(outcomes, { description: 'refused: 4xx. failed: 5xx.' }),
  httpStatus: Type.Integer({ description: 'HTTP status of the response.' }),
  reason: nullable(Type.String({ description: 'Why it was refused, as the answer said.' })),
  operation: nullable(Type.String({ description: 'Such as `places.place.create`.' })),
  method: Type.String({ description: 'HTTP method.' }),
  path: Type.String({ description: 'Without the query.' }),
  keyId: nullable(Type.String({ description: 'The key that sent the request; null without a key.' })),
  durationMs: Type.Number({ description: 'From the first byte read to the last one written.' }),
  network: Type.String({ description: 'The network it came from: /24 of IPv4, /48 of IPv6.' }),
  userAgent: Type.String({ description: 'Header User-Agent; empty without one.' }),
  at: dateTime({ description: 'When it arrived.' }),
})

const listInput = closed({
  ...pagingInput(['-at', 'at']),
  requestId: Type.Optional(requestId({ description: 'Only this one.' })),
  operation: Type.Optional(matching('^[A-Za-z.]{1,100}$', 100, { description: 'Only of this operation.' })),
  status: Type.Optional(oneOf(outcomes, { description: 'Only with this outcome.' })),
  from: Type.Optional(dateTime({ description: 'Arrived at this moment or later.' })),
  to: Type.Optional(dateTime({ description: 'Arrived at this moment or earlier.' })),
})

export const operations = [
  operation('account.request.all', {
    route: 'GET /api/account/request/all',
    title: 'Requests - Get All',
    description:
      'Requests made with the keys of the account, newest first, for 7 days. Every refusal and failure is kept; ' +
      'of a flood of successes some may be missing. Searched by `requestId`, it answers what became of that request.',
    scope: 'account.request:read',
    input: listInput,
    output: pageOf(shape),
    example: { status: 'succeeded', limit: 10 },
    handle: listRequests,
  }),
  operation('account.request.get', {
    route: 'GET /api/account/request/get',
    title: 'Requests - Get',
    description: 'The outcome of one request; the log is written within a second of the answer.',
    scope: 'account.request:read',
    input: closed({ requestId: requestId({ description: 'The request, as its answer named it.' }) }),
    output: shape,
    example: { requestId: madeFirst('account.request') },
    async handle(ctx, input) {
      const [row] = await ctx.db.rows<RequestRow>(getStatement, [ctx.account.id, parseLooseId('req', input.requestId)])
      if (row === undefined) throw problem(reasons.notFound)
      return shown(row)
    },
  }),
].map(companion)

type ListInput = {
  limit?: number
  offset?: number
  cursor?: string
  withTotal?: string
  sort?: string
  requestId?: string
  operation?: string
  status?: string
  from?: string
  to?: string
}

async function listRequests(ctx: Ctx, input: Record<string, unknown>) {
  // cast: the input was accepted by listInput, whose types these are.
  const query = input as ListInput
  const { limit = limits.pageLimitDefault, offset = 0, sort = '-at' } = query
  const isFalling = sort.startsWith('-')
  const values = [ctx.account.id, ...bounds(ctx, query, sort)]
  const isRefusal = query.status === 'refused' || query.status === 'failed'
  const rows = await ctx.db.rows<RequestRow>(listStatement(isRefusal, isFalling), [...values, limit + 1, offset])
  const items = rows.slice(0, limit).map(shown)
  const hasMore = rows.length > limit
  const last = rows[limit - 1]
  const nextCursor = hasMore && last !== undefined ? ctx.cursors.write({ sort, after: [last.id] }) : null
  const pagination = { limit, offset, hasMore, nextCursor }
  if (query.withTotal === undefined || query.withTotal === 'false' || query.cursor !== undefined)
    return { items, pagination }
  const max = query.withTotal === 'exact' ? limits.totalExactMax : limits.totalCountMax
  const [counted] = await ctx.db.rows<{ total: number }>(countStatement(isRefusal), [...values, max + 1])
  const total = Math.min(counted?.total ?? 0, max)
  return {
    items,
    pagination: { ...pagination, total, ...((counted?.total ?? 0) > max ? { totalIsCapped: true } : {}) },
  }
}

const firstUuid = '00000000-0000-0000-0000-000000000000'
const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Everything that orders requests is in their id: moments and positions become bounds of it. */
function bounds(ctx: Ctx, query: ListInput, sort: string): unknown[] {
  const lows = [query.from === undefined ? firstUuid : uuidFloor(Date.parse(query.from))]
  const highs = [query.to === undefined ? lastUuid : uuidFloor(Date.parse(query.to) + 1)]
  const position = query.cursor === undefined ? undefined : ctx.cursors.read(query.cursor, sort)
  const seen = position !== undefined && 'after' in position ? String(position.after[0]) : undefined
  const only = query.requestId === undefined ? undefined : parseLooseId('req', query.requestId)
  for (const uuid of [only, sort === '-at' ? seen : undefined]) if (uuid !== undefined) highs.push(uuid)
  for (const uuid of [only, sort === 'at' ? seen : undefined]) if (uuid !== undefined) lows.push(uuid)
  const [from, until] = statusesOf[query.status ?? ''] ?? [0, 1000]
  return [lows.toSorted().at(-1), highs.toSorted()[0], seen ?? null, query.operation ?? null, from, until]
}

type RequestRow = {
  id: string
  account_id: number
  key_id: string | null
  at: string
  operation: string
  method: string
  path: string
  status: number
  reason: string | null
  duration_ms: number
  network: string
  user_agent: string
}

function shown(row: RequestRow) {
  const id = encodeLooseId('req', row.id)
  return {
    id,
    requestId: id,
    status: row.status < 400 ? ('succeeded' as const) : row.status < 500 ? ('refused' as const) : ('failed' as const),
    httpStatus: row.status,
    reason: row.reason,
    operation: row.operation === '' ? null : row.operation,
    method: row.method,
    path: row.path,
    keyId: row.key_id === null ? null : encodeId('key', row.account_id, row.key_id),
    durationMs: row.duration_ms,
    network: row.network,
    userAgent: row.user_agent,
    at: row.at,
  }
}

/** The request of this id, whatever its account; for the operator. Undefined when it was not kept, or is no longer. */
export async function findRequest(db: Db, id: string) {
  const uuid = parseLooseId('req', id)
  const [row] = uuid === undefined ? [] : await db.rows<RequestRow>(findStatement, [uuid])
  if (row === undefined) return undefined
  return { ...shown(row), accountId: row.account_id === 0 ? null : encodeAccountId(row.account_id) }
}

const keptDays = 7
const rowsMax = 1_000_000
const pruneBatchRows = 10_000
const pruneBatchesMax = 50

/** Comes round to forget old requests. */
export const schedules: Schedule[] = [
  {
    name: 'account.request.prune',
    description: 'Forgets requests older than 7 days, and the oldest beyond a million.',
    everySeconds: 300,
    run: (ctx) => pruneRequests(ctx.db, { before: new Date(ctx.now().getTime() - keptDays * 86_400_000), rowsMax }),
  },
]

/** Forgets requests from before a moment, and the oldest beyond a number; a bounded number of batches at a time. */
export async function pruneRequests(db: Db, keep: { before: Date; rowsMax: number }): Promise<void> {
  const [edge] = await db.rows<{ id: string }>(edgeStatement, [keep.rowsMax])
  const floor = uuidFloor(keep.before.getTime())
  const before = edge !== undefined && edge.id > floor ? edge.id : floor
  for (let batch = 0; batch < pruneBatchesMax; batch += 1) {
    const [pruned] = await db.rows<{ count: number }>(pruneStatement, [before, pruneBatchRows])
    if ((pruned?.count ?? 0) < pruneBatchRows) return
  }
}

const columns = 'id, account_id, key_id, at, operation, method, path, status, reason, duration_ms, network, user_agent'

/** The literal condition lets the small index of refusals serve them. */
function whereSql(isRefusal: boolean): string {
  return `from ops_request_log where account_id = $1 and id >= $2 and id <= $3 and ($4::uuid is null or id <> $4)
    and ($5::text is null or operation = $5) and status >= $6 and status < $7${isRefusal ? ' and status >= 400' : ''}`
}

function listStatement(isRefusal: boolean, isFalling: boolean) {
  const direction = isFalling ? 'desc' : 'asc'
  return statement(
    `ops_request_log.list${isRefusal ? '.refused' : ''}.${direction}`,
    'ops',
    `select ${columns} ${whereSql(isRefusal)} order by id ${direction} limit $8 offset $9`,
  )
}

function countStatement(isRefusal: boolean) {
  const text = `select count(*) as total from (select 1 ${whereSql(isRefusal)} limit $8) counted`
  return statement(`ops_request_log.count${isRefusal ? '.refused' : ''}`, 'ops', text)
}

const findStatement = statement('ops_request_log.find', 'ops', `select ${columns} from ops_request_log where id = $1`)

const getStatement = statement(
  'ops_request_log.get',
  'ops',
  `select ${columns} from ops_request_log where account_id = $1 and id = $2`,
)

const edgeStatement = statement(
  'ops_request_log.edge',
  'ops',
  'select id from ops_request_log order by id desc offset $1 limit 1',
)

const pruneStatement = statement(
  'ops_request_log.prune',
  'ops',
  `with gone as (
     delete from ops_request_log where id in (select id from ops_request_log where id < $1 order by id limit $2)
     returning 1
   ) select count(*) as count from gone`,
)
