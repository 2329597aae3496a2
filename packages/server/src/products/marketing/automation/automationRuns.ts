import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { line, nullable, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { runOutput } from './automationView.ts'
import { runsPage, stepsOf } from './runRows.ts'

/** The requested page of runs. */
export const runPagingInput = closed(
  {
    limit: Type.Optional(whole(1, 100, { description: 'Runs of the page; 25 when left out.' })),
    cursor: Type.Optional(line(500, { description: '`nextCursor` of the page before.' })),
  },
  { description: 'Page of the runs.' },
)

/** The position behind a page of runs. */
export const runPagingOutput = closed(
  {
    limit: whole(1, 100, { description: 'Runs per page.' }),
    hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
    nextCursor: nullable(line(500, { description: '`cursor` of the next page.' })),
  },
  { description: 'Position behind this page.' },
)

type Run = Static<typeof runOutput>

/** Runs of an automation, all of them or those of one contact. */
export type RunsQuery = {
  automationId: string
  contactId?: string | undefined
  status?: Run['status'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

const sort = '-startedAt'
const last = { at: '9999-01-01T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** A page of runs with their steps, the newest first. */
export async function pageOfRuns(ctx: Ctx, query: RunsQuery) {
  const { limit = 25 } = query
  const position = query.cursor === undefined ? undefined : ctx.cursors.read(query.cursor, sort)
  const [at, id] = position !== undefined && 'after' in position ? position.after : [last.at, last.id]
  const contact = query.contactId === undefined ? null : uuidOf('con', query.contactId)
  const rows = await ctx.db.rows(runsPage, [
    ctx.account.id,
    uuidOf('aut', query.automationId),
    contact,
    at,
    id,
    limit + 1,
    query.status ?? null,
  ])
  const page = rows.slice(0, limit)
  const steps = page.length === 0 ? [] : await ctx.db.rows(stepsOf, [ctx.account.id, page.map((row) => row.id)])
  const byRun = Map.groupBy(steps, (step) => step.run_id)
  const end = page.at(-1)
  const hasMore = rows.length > limit
  return {
    runs: page.map((row): Run => ({
      runId: encodeId('run', ctx.account.id, row.id),
      contactId: encodeId('con', ctx.account.id, row.contact_id),
      status: row.status,
      definitionVersion: row.version,
      currentNodeId: row.node_id,
      startedAt: row.started_at,
      arrivedAt: row.arrived_at,
      dueAt: row.due_at,
      endedAt: row.ended_at,
      reason: row.reason,
      history: (byRun.get(row.id) ?? []).map((step) => ({
        nodeId: step.node_id,
        iteration: step.iteration,
        at: step.at,
        outcome: step.outcome,
      })),
    })),
    runsPagination: {
      limit,
      hasMore,
      nextCursor: hasMore && end !== undefined ? ctx.cursors.write({ sort, after: [end.started_at, end.id] }) : null,
    },
  }
}
