import type { Static } from '#kit/values/schema.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { readInnerPage, type InnerList, type InnerPaging } from '#kit/nouns/innerList.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { runOutput } from './automationView.ts'
import { runsPage, stepsOf } from './runRows.ts'

type Run = Static<typeof runOutput>

/** Runs of an automation, all of them or those of one contact. */
export type RunsQuery = InnerPaging & {
  automationId: string
  contactId?: string | undefined
  status?: Run['status'] | undefined
}

const last = ['9999-01-01T00:00:00.000Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** A page of runs with their steps, the newest first. */
export async function pageOfRuns(ctx: Ctx, { automationId, contactId, status, ...paging }: RunsQuery) {
  const contact = contactId === undefined ? null : uuidOf('con', contactId)
  const list: InnerList<RowOf<typeof runsPage>> = {
    name: `runs ${automationId} ${contactId ?? ''} ${status ?? ''}`,
    read: (after, most) => {
      const [at, id] = after ?? last
      const values = [ctx.account.id, uuidOf('aut', automationId), contact, at, id, most, status ?? null]
      return ctx.db.rows(runsPage, values)
    },
    keysOf: (row) => [row.started_at, row.id],
  }
  const { items, pagination } = await readInnerPage(ctx, list, paging)
  const steps = items.length === 0 ? [] : await ctx.db.rows(stepsOf, [ctx.account.id, items.map((row) => row.id)])
  const byRun = Map.groupBy(steps, (step) => step.run_id)
  const runs = items.map((row): Run => ({
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
  }))
  return { runs, pagination }
}
