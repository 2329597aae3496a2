import { Type } from '#kit/values/schema.ts'
import type { Ctx, Db, Paging, RowOf } from '#kit/call/context.ts'
import { dateTime, matching, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeAccountId, encodeId, encodeLooseId, parseLooseId, uuidFloor } from '#kit/values/ids.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'
import type { Schedule } from '#kit/nouns/task.ts'

const requestId = (docs: { description?: string } = {}) => matching('^req_[0-9a-hjkmnp-tv-z]{26}$', 30, docs)

const outcomes = ['succeeded', 'refused', 'failed'] as const

const shape = closed({
  id: requestId({ description: 'Id of the request, as in its response.' }),
  requestId: requestId({ description: 'The same as `id`.' }),
  status: oneOf(outcomes, { description: 'refused: 4xx. failed: 5xx.' }),
  httpStatus: Type.Integer({ description: 'HTTP status of the response.' }),
  reason: nullable(Type.String({ description: 'Reason of the refusal, as in the response.' })),
  operation: nullable(Type.String({ description: 'Id of the operation, such as `places.place.create`.' })),
  method: Type.String({ description: 'HTTP method.' }),
  path: Type.String({ description: 'Path of the request, without the query.' }),
  keyId: nullable(Type.String({ description: 'The key that sent the request; null without a key.' })),
  actor: nullable(
    Type.String({ description: 'The key or the person that sent the request, as in the audit log; null without one.' }),
  ),
  durationMs: Type.Number({ description: 'Milliseconds from the first byte read to the last one written.' }),
  network: Type.String({ description: 'Network prefix of the caller: /24 of IPv4, /48 of IPv6.' }),
  userAgent: Type.String({ description: 'Header User-Agent; empty without one.' }),
  at: dateTime({ description: 'Time of arrival.' }),
})

const listInput = closed({
  ...pagingInput(['-at', 'at']),
  requestId: Type.Optional(requestId({ description: 'Only the request with this id.' })),
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
      'of a flood of successes some may be missing. `requestId` finds the outcome of one request.',
    scope: 'account.request:read',
    input: listInput,
    output: listPageOf(shape),
    example: { status: 'succeeded', limit: 10 },
    handle: listRequests,
  }),
  operation('account.request.get', {
    route: 'GET /api/account/request/get',
    title: 'Requests - Get',
    description: 'The outcome of one request; the log is written within a second of the response.',
    scope: 'account.request:read',
    input: closed({ requestId: requestId({ description: 'Id of the request, as in its response.' }) }),
    output: shape,
    example: { requestId: madeFirst('account.request') },
    async handle(ctx, input) {
      const [row] = await ctx.db.rows(getStatement, [ctx.account.id, parseLooseId('req', input.requestId)])
      if (row === undefined) throw problem(reasons.notFound)
      return requestOf(row)
    },
  }),
].map(companion)

type ListInput = Paging & {
  sort?: string
  requestId?: string
  operation?: string
  status?: 'succeeded' | 'refused' | 'failed'
  from?: string
  to?: string
}

/** Conditions of outcomes: literals, because the partial index of refusals needs them in the text. */
const statusSql = {
  succeeded: 't.status < 400',
  refused: 't.status >= 400 and t.status < 500',
  failed: 't.status >= 400 and t.status >= 500',
}

/** Reads a page of requests. An id begins with the moment of its request: bounds of moments are bounds of the key. */
async function listRequests(ctx: Ctx, query: ListInput) {
  const { requestId, operation: only, status, from, to, sort = '-at' } = query
  const list: RowList = {
    table: 'ops_request_log',
    columns,
    scope: 'ops',
    owned: [ofAccount(ctx.account.id)],
    where: sentConditions({
      't.id = $1': requestId === undefined ? undefined : parseLooseId('req', requestId),
      't.operation = $1': only,
      't.id >= $1': from === undefined ? undefined : uuidFloor(Date.parse(from)),
      't.id <= $1': to === undefined ? undefined : uuidFloor(Date.parse(to) + 1),
      ...(status === undefined ? {} : { [statusSql[status]]: status }),
    }),
    ...orderBy(['id'], sort.startsWith('-')),
    order: sort,
  }
  const page = await readListPage<RequestRow>(ctx, list, query)
  return { ...page, items: page.items.map(requestOf) }
}

type RequestRow = RowOf<typeof findStatement>

function requestOf(row: RequestRow) {
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
    keyId: keyIdOf(row),
    actor: row.actor ?? keyIdOf(row),
    durationMs: row.duration_ms,
    network: row.network,
    userAgent: row.user_agent,
    at: row.at,
  }
}

/** The key of a request; null for another actor and without one. Rows from before 2026-11-23 name it by its row id. */
function keyIdOf({ account_id: accountId, key_id: uuid, actor }: RequestRow): string | null {
  if (uuid !== null) return encodeId('key', accountId, uuid)
  return actor?.startsWith('key_') === true ? actor : null
}

/** The request of an id in any account, for the operator. Undefined for a request that is not in the log. */
export async function findRequest(db: Db, id: string) {
  const uuid = parseLooseId('req', id)
  const [row] = uuid === undefined ? [] : await db.rows(findStatement, [uuid])
  if (row === undefined) return undefined
  return { ...requestOf(row), accountId: row.account_id === 0 ? null : encodeAccountId(row.account_id) }
}

const keptDays = 7
const rowsMax = 1_000_000
const pruneBatchRows = 10_000
const pruneBatchesMax = 50

/** Schedules of the request log. */
export const schedules: Schedule[] = [
  {
    name: 'account.request.prune',
    description: 'Removes requests older than 7 days, and the oldest beyond a million.',
    everySeconds: 300,
    run: (ctx) => pruneRequests(ctx.db, { before: new Date(ctx.now().getTime() - keptDays * 86_400_000), rowsMax }),
  },
]

/** Removes requests from before a moment, and the oldest beyond a number; a bounded number of batches. */
export async function pruneRequests(db: Db, keep: { before: Date; rowsMax: number }): Promise<void> {
  const [edge] = await db.rows(edgeStatement, [keep.rowsMax])
  const floor = uuidFloor(keep.before.getTime())
  const before = edge !== undefined && edge.id > floor ? edge.id : floor
  for (let batch = 0; batch < pruneBatchesMax; batch += 1) {
    const [pruned] = await db.rows(pruneStatement, [before, pruneBatchRows])
    if ((pruned?.count ?? 0) < pruneBatchRows) return
  }
}

const columns =
  't.id, t.account_id, t.key_id, t.actor, t.at, t.operation, t.method, t.path, t.status, t.reason, t.duration_ms, ' +
  't.network, t.user_agent'

const findStatement = statement(
  'ops_request_log.find',
  'ops',
  `select ${columns} from ops_request_log t where t.id = $1`,
)

const getStatement = statement(
  'ops_request_log.get',
  'ops',
  `select ${columns} from ops_request_log t where t.account_id = $1 and t.id = $2`,
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
