import type { Ctx, RowOf } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import type { EmittedFact } from '#kit/nouns/fact.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { firstUuid, setDatesOf } from './dateEntries.ts'
import { entriesOf } from './automationRows.ts'
import { findVersion } from './definitionStore.ts'
import { nodeOf } from './engine.ts'
import type { Trigger } from './definitionFields.ts'
import { enterRuns, type Candidate, type Entrance } from './runEnter.ts'
import { liveRuns, setTimers } from './runRows.ts'
import { fireLater } from './timers.ts'

/** An occurrence at contacts that may begin runs. `keys`: those of `marketing_automation_entry`. */
export type Occurrence = {
  kind: Trigger['type']
  keys: readonly string[]
  candidates: readonly Candidate[]
  /** Whether the trigger admits the occurrence at a contact; each does when left out. */
  admits?(trigger: Trigger, candidate: Candidate): boolean
  /** Whether the time zone of the contacts alone has changed, so that a date begins at another moment. */
  isMoved?(trigger: Trigger): boolean
}

/**
 * Facts that may cause one another before automations no longer begin runs; dates of contacts follow all of them. Two
 * automations that undo each other's changes would go on for ever; what the last of their runs causes has depth left.
 */
const beginDepthMax = limits.factDepthMax - 3

/** Begins runs of the automations that a fact triggers, and sets dates that it has changed. */
export async function beginRuns(ctx: Ctx, fact: EmittedFact, occurrences: readonly Occurrence[]): Promise<void> {
  const wanted = occurrences.flatMap(({ kind, keys }) => keys.map((key) => ({ kind, key })))
  if (wanted.length === 0) return
  const kinds = wanted.map(({ kind }) => kind)
  const found = await ctx.db.rows(entriesOf, [ctx.account.id, kinds, wanted.map(({ key }) => key)])
  let isAnyDue = false
  for (const row of found) {
    const entrance = await entranceAt(ctx, row.automation_id, row.definition_version)
    if (entrance === undefined) continue
    for (const { kind, keys, candidates, admits, isMoved } of occurrences) {
      if (kind !== row.kind || !keys.includes(row.key)) continue
      if (kind !== 'dateAttribute' && fact.depth > beginDepthMax) continue
      const { trigger } = entrance.definition
      const admitted = candidates.filter((each) => admits === undefined || admits(trigger, each))
      const contactIds = admitted.map(({ contactId }) => contactId)
      const isDue =
        kind === 'dateAttribute'
          ? await setDatesOf(ctx, entrance, { contactIds, isMoved: isMoved?.(trigger) })
          : (await enterRuns(ctx, entrance, admitted)).length > 0
      isAnyDue ||= isDue
    }
  }
  if (isAnyDue) fireLater(ctx, ctx.now())
}

async function entranceAt(ctx: Ctx, automationId: string, version: number): Promise<Entrance | undefined> {
  const found = await findVersion(ctx, { automationId, version })
  return found === undefined ? undefined : { automationId, version, definition: found.definition }
}

/** Lets runs of contacts decide again whose wait, date, goal or exit condition the occurrence may concern. */
export async function wakeRuns(ctx: Ctx, contactIds: readonly string[]): Promise<void> {
  const runs = await liveRunsOf(ctx, contactIds)
  const woken: typeof runs = []
  for (const run of runs) {
    const found = await findVersion(ctx, { automationId: run.automation_id, version: run.version })
    if (found === undefined) continue
    const { definition } = found
    const node = run.node_id === null ? undefined : nodeOf(definition, run.node_id)
    const isWaiting = node?.type === 'waitFor' || node?.untilAttribute !== undefined
    const isWatching = (definition.goal ?? definition.exitWhen ?? definition.stopOn ?? null) !== null
    if (isWaiting || isWatching) woken.push(run)
  }
  await dueNow(ctx, woken)
}

/**
 * Lets all active runs of contacts decide again: of deleted, merged and archived ones they end, and those that wait
 * follow a changed time zone.
 */
export async function wakeAllRuns(ctx: Ctx, contactIds: readonly string[]): Promise<void> {
  await dueNow(ctx, await liveRunsOf(ctx, contactIds))
}

/** Active runs that one statement reads. */
const pageMax = 5_000

/** All active runs of contacts: an import changes thousands of contacts at once, each with several runs. */
async function liveRunsOf(ctx: Ctx, contactIds: readonly string[]): Promise<RowOf<typeof liveRuns>[]> {
  const runs: RowOf<typeof liveRuns>[] = []
  const ids = [...new Set(contactIds)]
  for (let after = firstUuid; ; after = runs.at(-1)?.id ?? firstUuid) {
    const page = await ctx.db.rows(liveRuns, [ctx.account.id, ids, after, pageMax])
    runs.push(...page)
    if (page.length < pageMax) return runs
  }
}

type Waking = { id: string; contact_id: string; automation_id: string }

async function dueNow(ctx: Ctx, runs: readonly Waking[]): Promise<void> {
  if (runs.length === 0) return
  const rows = [runs.map(({ id }) => id), runs.map((run) => run.contact_id), runs.map((run) => run.automation_id)]
  const now = ctx.now().toISOString()
  await ctx.db.rows(setTimers, [ctx.account.id, ...rows, 'run', runs.map(() => now)])
  fireLater(ctx, ctx.now())
}

/** Row ids of contacts. */
export function contactRows(contactIds: readonly string[]): string[] {
  return contactIds.flatMap((id) => uuidOf('con', id) ?? [])
}
