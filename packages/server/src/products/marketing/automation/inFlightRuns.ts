import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { automation } from './automation.ts'
import { firstUuid } from './dateEntries.ts'
import { findVersion } from './definitionStore.ts'
import { emitRuns } from './runFacts.ts'
import { openCounts, writeCounts } from './runCounts.ts'
import { activeRuns, endRuns, migrateRows, removeStrayTimers, setTimers, timersOf } from './runRows.ts'
import { fireLater } from './timers.ts'

/** Runs of one transaction. */
const pageMax = 500

const stopPayload = Type.Object({ automationId: Type.String(), reason: Type.String(), after: Type.String() })

/** Task that ends all active runs of an automation, page by page. */
export const stopRuns = task(
  'marketing.automation.stopRuns',
  'Ends the active runs of an automation.',
  stopPayload,
  async (ctx, { automationId, reason, after }) => {
    const uuid = String(uuidOf('aut', automationId))
    const page = await ctx.db.rows(activeRuns, [ctx.account.id, uuid, after, pageMax])
    await endAll(ctx, uuid, { runIds: page.map(({ id }) => id), reason })
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      ctx.later(stopRuns, { automationId, reason, after: last.id }, ctx.now())
    }
  },
)

type Ending = { runIds: readonly string[]; reason: string }

/** Ends active runs with their timers, and counts them. */
async function endAll(ctx: Ctx, automationId: string, { runIds, reason }: Ending): Promise<void> {
  if (runIds.length === 0) return
  const ended = await ctx.db.rows(endRuns, [ctx.account.id, runIds, ctx.now().toISOString(), reason])
  if (ended.length === 0) return
  await ctx.db.rows(removeStrayTimers, [ctx.account.id, ended.map(({ id }) => id)])
  await emitRuns(
    ctx,
    ended.map(({ id, contact_id: contactId }) => ({ id, automationId, contactId, status: 'exited', reason })),
  )
  const counts = openCounts()
  for (const { node_id: nodeId } of ended) {
    counts.add(automationId, '', 'exited')
    if (nodeId !== null) counts.add(automationId, nodeId, 'out')
  }
  await writeCounts(ctx, counts.all())
}

const resumePayload = Type.Object({
  automationId: Type.String(),
  policy: Type.String(),
  ownerAfter: Type.String(),
  contactAfter: Type.String(),
})

/**
 * Task that sets the held timers of a resumed automation. Every run decides again, so that a wait that was met in the
 * meantime ends. Policy `skip`: runs whose time came during the hold end.
 */
export const resumeRuns = task(
  'marketing.automation.resumeRuns',
  'Lets held runs of an automation go on.',
  resumePayload,
  async (ctx, { automationId, policy, ownerAfter, contactAfter }) => {
    const uuid = String(uuidOf('aut', automationId))
    const record = await ctx.store.find(automation, automationId)
    if (record?.status === 'paused' && record.inFlight === 'hold') return
    const page = await ctx.db.rows(timersOf, [ctx.account.id, uuid, ownerAfter, contactAfter, pageMax])
    const now = ctx.now()
    const runs = page.filter(({ kind }) => kind === 'run')
    const isMissed = (timer: { held_due_at: string | null }) =>
      policy === 'skip' && timer.held_due_at !== null && Date.parse(timer.held_due_at) <= now.getTime()
    const missed = runs.filter(isMissed).map((timer) => timer.owner_id)
    await endAll(ctx, uuid, { runIds: missed, reason: 'resume_skipped' })
    const going = runs.filter((timer) => !isMissed(timer))
    await ctx.db.rows(setTimers, [
      ctx.account.id,
      going.map((timer) => timer.owner_id),
      going.map((timer) => timer.contact_id),
      going.map(() => uuid),
      'run',
      going.map(() => now.toISOString()),
    ])
    fireLater(ctx, now)
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      const next = { automationId, policy, ownerAfter: last.owner_id, contactAfter: last.contact_id }
      ctx.later(resumeRuns, next, now)
    }
  },
)

const migratePayload = Type.Object({ automationId: Type.String(), version: Type.Integer(), after: Type.String() })

/** Task that moves runs to a newer version of their definition, where that has their node. */
export const migrateRuns = task(
  'marketing.automation.migrateRuns',
  'Moves running contacts to a newer version of an automation.',
  migratePayload,
  async (ctx, { automationId, version, after }) => {
    const uuid = String(uuidOf('aut', automationId))
    const found = await findVersion(ctx, { automationId: uuid, version })
    if (found === undefined) return
    const nodeIds = new Set(found.definition.nodes.map(({ nodeId }) => nodeId))
    const page = await ctx.db.rows(activeRuns, [ctx.account.id, uuid, after, pageMax])
    const fitting = page.filter((run) => run.node_id !== null && nodeIds.has(run.node_id) && run.version < version)
    const ids = fitting.map(({ id }) => id)
    if (ids.length > 0) {
      await ctx.db.rows(migrateRows, [ctx.account.id, ids, version])
      const contacts = fitting.map((run) => run.contact_id)
      const due = ids.map(() => ctx.now().toISOString())
      await ctx.db.rows(setTimers, [ctx.account.id, ids, contacts, ids.map(() => uuid), 'run', due])
      fireLater(ctx, ctx.now())
    }
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      ctx.later(migrateRuns, { automationId, version, after: last.id }, ctx.now())
    }
  },
)

/** Queues the end of all active runs. */
export function stopRunsLater(ctx: Ctx, automationId: string, reason: string): void {
  ctx.later(stopRuns, { automationId, reason, after: firstUuid }, ctx.now())
}

/** Queues the resumption of held runs. */
export function resumeRunsLater(ctx: Ctx, automationId: string, policy: 'runNow' | 'skip'): void {
  const start = { ownerAfter: firstUuid, contactAfter: firstUuid }
  ctx.later(resumeRuns, { automationId, policy, ...start }, ctx.now())
}
