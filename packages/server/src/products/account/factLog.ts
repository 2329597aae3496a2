import { Type, type Static } from '#kit/values/schema.ts'
import type { Condition, Ctx, ListPage, Paging, RowOf } from '#kit/call/context.ts'
import { dateTime, idOf, line, matching, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'
import { factSignalsPort } from '#platform/facts/factSignalsPort.ts'

/** Schema of a public fact. */
export const factShape = closed({
  id: idOf('fct'),
  factId: idOf('fct', { description: 'The same as `id`; a webhook sends it as `webhook-id`.' }),
  status: oneOf(['pending', 'published'], { description: 'pending: stored, not published to its receivers yet.' }),
  name: Type.String({ description: '`<product>.<noun>.<pastTense>`' }),
  subject: Type.String({ description: 'Id of the subject of the fact.' }),
  subjectVersion: Type.Integer({
    description: 'Version of the subject after the fact: drop facts older than your version.',
  }),
  cause: Type.String({ description: 'Cause of the fact: an operation, a task, or another fact.' }),
  toldAt: dateTime({ description: 'Time of the fact.' }),
  payload: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'The `data` of the webhook.' }),
})
export type PublicFact = Static<typeof factShape>

const waitSecondsMax = 25
/** Polling interval behind the signals of other processes, which can be lost. */
export const pollMs = 5_000

/** Schema of the name of a fact. */
export function factName(docs: { description: string }) {
  return matching('^[a-z][A-Za-z]*(\\.[a-z][A-Za-z]*){1,2}$', 120, docs)
}

export const operations = [
  operation('account.fact.all', {
    route: 'GET /api/account/fact/all',
    title: 'Facts - Get All',
    description:
      'The public facts of the last 30 days in the order in which they were published, newest first. With `after` or ' +
      '`waitSeconds` oldest first: request again with the last id as `after`, and no fact is missed.',
    scope: 'account.fact:read',
    input: closed({
      ...pagingInput(['toldAt']),
      name: Type.Optional(factName({ description: 'Only facts of this name.' })),
      subject: Type.Optional(line(60, { description: 'Only facts about the resource with this id.' })),
      after: Type.Optional(idOf('fct', { description: 'Only facts published after this one, oldest first.' })),
      waitSeconds: Type.Optional(
        whole(0, waitSecondsMax, { description: 'Seconds to wait for the next fact when there is none.' }),
      ),
    }),
    output: listPageOf(factShape),
    example: { limit: 10 },
    handle: readFacts,
  }),
  operation('account.fact.get', {
    route: 'GET /api/account/fact/get',
    title: 'Facts - Get',
    description: 'One public fact of the last 30 days.',
    scope: 'account.fact:read',
    input: closed({ factId: idOf('fct') }),
    output: factShape,
    example: { factId: madeFirst('account.fact') },
    async handle(ctx, { factId }) {
      const row = await findFactRow(ctx, factId)
      if (row === undefined) throw problem(reasons.notFound)
      return factOf(ctx.account.id, row)
    },
  }),
].map(companion)

export type FactQuery = Paging & {
  sort?: string
  name?: string
  subject?: string
  after?: string
  waitSeconds?: number
}

type FactRow = RowOf<typeof findStatement>

async function readFacts(ctx: Ctx, query: FactQuery): Promise<ListPage<PublicFact>> {
  const isFollowing = query.after !== undefined || query.waitSeconds !== undefined
  if (isFollowing && query.sort === '-toldAt') {
    throw invalid(field('sort', 'conflict', 'with `after` or `waitSeconds` facts come oldest first'))
  }
  if (query.waitSeconds === undefined || query.waitSeconds === 0) return readPage(ctx, query, isFollowing)
  const endsAt = performance.now() + query.waitSeconds * 1_000
  const watch = ctx.port(factSignalsPort).watch(ctx.account.id)
  try {
    for (;;) {
      const page = await readPage(ctx, query, isFollowing)
      const leftMs = endsAt - performance.now()
      if (page.items.length > 0 || leftMs <= 0) return page
      if ((await watch.next(Math.min(leftMs, pollMs))) === 'refused') return page
    }
  } finally {
    watch.close()
  }
}

/** Reads a page of public facts; `isFollowing`: oldest first. Throws invalid for an unknown `after`. */
export async function readPage(ctx: Ctx, query: FactQuery, isFollowing: boolean): Promise<ListPage<PublicFact>> {
  const list: RowList = {
    table: 'account_outbox',
    columns,
    scope: 'account',
    owned: [ofAccount(ctx.account.id), { sql: 't.is_public and t.published_at is not null', values: [] }],
    where: [
      ...sentConditions({ 't.name = $1': query.name, 't.subject = $1': query.subject }),
      ...(query.after === undefined ? [] : [await behind(ctx, query.after)]),
    ],
    ...orderBy(['published_at', 'id'], !isFollowing && query.sort !== 'toldAt'),
    isPlannedAnew: true,
  }
  const page = await readListPage<FactRow>(ctx, list, query)
  return { ...page, items: page.items.map((row) => factOf(ctx.account.id, row)) }
}

/** The facts published after a fact; none for one that is not published yet. */
async function behind(ctx: Ctx, factId: string): Promise<Condition> {
  const row = await findFactRow(ctx, factId)
  if (row === undefined) throw invalid(field('after', 'reference', 'is no public fact of the last 30 days'))
  if (row.published_at === null) return { sql: 'false', values: [] }
  return { sql: '(t.published_at, t.id) > ($1, $2)', values: [row.published_at, row.id] }
}

function factOf(accountId: number, row: FactRow): PublicFact {
  const id = encodeId('fct', accountId, row.id)
  return {
    id,
    factId: id,
    status: row.published_at === null ? 'pending' : 'published',
    name: row.name,
    subject: row.subject,
    subjectVersion: row.subject_version,
    cause: row.cause,
    toldAt: row.told_at,
    payload: Object(JSON.parse(row.payload)),
  }
}

const columns = 't.id, t.name, t.subject, t.subject_version, t.cause, t.told_at, t.published_at, t.payload'

/** The row of a public fact of the account of the call; undefined for any other id. */
export async function findFactRow(ctx: Ctx, factId: string): Promise<FactRow | undefined> {
  const parsed = parseId('fct', factId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) return undefined
  const [row] = await ctx.db.rows(findStatement, [ctx.account.id, parsed.uuid])
  return row
}

const findStatement = statement(
  'account_outbox.find',
  'account',
  `select ${columns} from account_outbox t where t.account_id = $1 and t.id = $2 and t.is_public`,
)
