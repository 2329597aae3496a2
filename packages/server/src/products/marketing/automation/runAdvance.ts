import type { Ctx, RowOf } from '#kit/call/context.ts'
import { filtersOf } from './conditions.ts'
import type { Definition } from './definitionFields.ts'
import { findVersion } from './definitionStore.ts'
import { advance, stepKey, type Advance, type End } from './engine.ts'
import { loadPersons, type RunPerson } from './persons.ts'
import { statesOf } from './automationRows.ts'
import { openCounts, passages, writeCounts } from './runCounts.ts'
import { carryOut, type Effect } from './runEffects.ts'
import { holdTimers, insertSteps, lockRuns, moveRuns, removeStrayTimers, removeTimers, setTimers } from './runRows.ts'
import { tripAfterFailures } from './runErrors.ts'
import { emitRuns, type TurnedRun } from './runFacts.ts'
import { readRunEvent, type RunEvent } from './runEvent.ts'

/** An active run as a locked row. */
export type RunRow = RowOf<typeof lockRuns>

type AutomationState = RowOf<typeof statesOf>

/** A run with its new position. */
export type Moved = { run: RunRow; person: RunPerson | undefined; to: Advance }

type Ended = { status: 'completed' | 'exited' | 'failed'; reason: string; isGoal?: boolean }

/**
 * Moves runs as far as they go, in one transaction: the state is read, decided on, and written with the steps, timers
 * and messages. A run that another transaction has ended is left alone. Throws what an effect throws.
 */
export async function advanceRuns(ctx: Ctx, runIds: readonly string[]): Promise<number> {
  if (runIds.length === 0) return 0
  const runs = await ctx.db.rows(lockRuns, [ctx.account.id, runIds])
  await dropStrayTimers(ctx, runIds, runs)
  const states = await readStates(ctx, runs)
  const held = runs.filter((run) => isHeld(states.get(run.automation_id)))
  await hold(ctx, held)
  const free = runs.filter((run) => !held.includes(run))
  const definitions = await readDefinitions(ctx, free)
  const filters = [...new Set(definitions.values())].flatMap(filtersOf)
  const persons = await loadPersons(
    ctx,
    free.map((run) => run.contact_id),
    filters,
  )
  const moved = free.map((run): Moved => {
    const person = persons.get(run.contact_id)
    return { run, person, to: advanceOne(ctx, { run, person, definition: definitions.get(versionName(run)) }) }
  })
  const { outcomes, failed } = await carryOut(ctx, effectsOf(moved, definitions))
  await write(ctx, { moved, outcomes, failed })
  return moved.length
}

/** Whether the timers of an automation stand still. */
function isHeld(state: AutomationState | undefined): boolean {
  return state !== undefined && state.status === 'paused' && state.in_flight === 'hold'
}

async function readStates(ctx: Ctx, runs: readonly RunRow[]): Promise<Map<string, AutomationState>> {
  const ids = [...new Set(runs.map((run) => run.automation_id))]
  const rows = ids.length === 0 ? [] : await ctx.db.rows(statesOf, [ctx.account.id, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

async function hold(ctx: Ctx, runs: readonly RunRow[]): Promise<void> {
  if (runs.length === 0) return
  await ctx.db.rows(holdTimers, [ctx.account.id, runs.map((run) => run.id), runs.map((run) => run.contact_id)])
}

/** A timer whose run has ended is removed, so that it is not claimed again. */
async function dropStrayTimers(ctx: Ctx, runIds: readonly string[], runs: readonly RunRow[]): Promise<void> {
  const found = new Set(runs.map((run) => run.id))
  const stray = runIds.filter((id) => !found.has(id))
  if (stray.length > 0) await ctx.db.rows(removeStrayTimers, [ctx.account.id, stray])
}

function versionName(run: Pick<RunRow, 'automation_id' | 'version'>): string {
  return `${run.automation_id} ${run.version}`
}

async function readDefinitions(ctx: Ctx, runs: readonly RunRow[]): Promise<Map<string, Definition>> {
  const definitions = new Map<string, Definition>()
  for (const run of runs) {
    const name = versionName(run)
    if (definitions.has(name)) continue
    const found = await findVersion(ctx, { automationId: run.automation_id, version: run.version })
    if (found !== undefined) definitions.set(name, found.definition)
  }
  return definitions
}

type One = { run: RunRow; person: RunPerson | undefined; definition: Definition | undefined }

function advanceOne(ctx: Ctx, { run, person, definition }: One): Advance {
  const position = {
    nodeId: run.node_id,
    iteration: run.iteration,
    startedAt: new Date(run.started_at),
    arrivedAt: new Date(run.arrived_at),
    event: eventOf(run),
  }
  const leave = (reason: string): Advance => ({ steps: [], position, end: { status: 'exited', reason } })
  if (definition === undefined) return leave('automation_deleted')
  if (person === undefined) return leave('contact_deleted')
  if (person.row.merged_into_id !== null) return leave('contact_merged')
  if (person.row.status === 'archived') return leave('contact_archived')
  const scene = { definition, automationId: run.automation_id, timeZone: ctx.account.timeZone, now: ctx.now() }
  return advance(scene, person, position)
}

function eventOf({ met, cause }: Pick<RunRow, 'met' | 'cause'>): RunEvent | undefined {
  return readRunEvent(met) ?? readRunEvent(cause)
}

/** The event that a wait met in an advance, as JSON; null for none. */
function metIn(run: RunRow, { position: { event } }: Advance): string | null {
  const met = event === undefined ? null : JSON.stringify(event)
  return met === JSON.stringify(eventOf(run)) ? null : met
}

function effectsOf(moved: readonly Moved[], definitions: ReadonlyMap<string, Definition>): Effect[] {
  return moved.flatMap(({ run, person, to }) =>
    to.steps.flatMap(({ effect, iteration, event }): Effect[] => {
      const definition = definitions.get(versionName(run))
      if (effect === undefined || person === undefined || definition === undefined) return []
      return [{ run, person, node: effect, iteration, definition, event }]
    }),
  )
}

type Written = { moved: readonly Moved[]; outcomes: ReadonlyMap<string, string>; failed: ReadonlyMap<string, string> }

async function write(ctx: Ctx, { moved, outcomes, failed }: Written): Promise<void> {
  const ends = moved.map(({ run, to }) => endOf(to.end, failed.get(run.id)))
  await writeSteps(ctx, moved, outcomes)
  await writeRuns(ctx, moved, ends)
  await writeTimers(ctx, moved, ends)
  await emitRuns(
    ctx,
    moved.flatMap(({ run }, index) => turnedBy(run, ends[index])),
  )
  const broken = moved.filter((_, index) => ends[index]?.status === 'failed').map(({ run }) => run.automation_id)
  await tripAfterFailures(ctx, broken)
  await writeNumbers(ctx, moved, ends)
}

function endOf(end: End | undefined, failure: string | undefined): Ended | undefined {
  return failure === undefined ? end : { status: 'failed', reason: failure }
}

async function writeSteps(ctx: Ctx, moved: readonly Moved[], outcomes: Written['outcomes']): Promise<void> {
  const steps = moved.flatMap(({ run, to }) => to.steps.map((step) => ({ runId: run.id, ...step })))
  if (steps.length === 0) return
  await ctx.db.rows(insertSteps, [
    ctx.account.id,
    steps.map(({ runId }) => runId),
    steps.map(({ nodeId }) => nodeId),
    steps.map(({ iteration }) => iteration),
    ctx.now().toISOString(),
    steps.map(({ runId, nodeId, iteration, outcome }) => outcomes.get(stepKey(runId, nodeId, iteration)) ?? outcome),
    steps.map(({ detail }) => detail ?? null),
  ])
}

async function writeRuns(ctx: Ctx, moved: readonly Moved[], ends: readonly (Ended | undefined)[]): Promise<void> {
  const now = ctx.now().toISOString()
  const changed = moved
    .map(({ run, to }, index) => ({ run, to, end: ends[index] }))
    .filter(({ run, to, end }) => end !== undefined || to.steps.length > 0 || run.due_at !== isoOf(to.dueAt))
  if (changed.length === 0) return
  await ctx.db.rows(moveRuns, [
    ctx.account.id,
    changed.map(({ run }) => run.id),
    changed.map(({ end }) => end?.status ?? 'active'),
    changed.map(({ run, to, end }) => (end === undefined ? to.position.nodeId : (to.position.nodeId ?? run.node_id))),
    changed.map(({ to }) => to.position.iteration),
    changed.map(({ to }) => to.position.arrivedAt.toISOString()),
    changed.map(({ to, end }) => (end === undefined ? isoOf(to.dueAt) : null)),
    changed.map(({ end }) => (end === undefined ? null : now)),
    changed.map(({ run, end }) => (end?.isGoal === true ? now : run.goal_at)),
    changed.map(({ end }) => end?.reason ?? null),
    changed.map(({ run, to }) => metIn(run, to)),
  ])
}

function isoOf(date: Date | undefined): string | null {
  return date?.toISOString() ?? null
}

async function writeTimers(ctx: Ctx, moved: readonly Moved[], ends: readonly (Ended | undefined)[]): Promise<void> {
  const over = moved.filter((_, index) => ends[index] !== undefined)
  if (over.length > 0) {
    const values = [over.map(({ run }) => run.id), over.map(({ run }) => run.contact_id)]
    await ctx.db.rows(removeTimers, [ctx.account.id, ...values])
  }
  const going = moved.filter((_, index) => ends[index] === undefined)
  if (going.length === 0) return
  await ctx.db.rows(setTimers, [
    ctx.account.id,
    going.map(({ run }) => run.id),
    going.map(({ run }) => run.contact_id),
    going.map(({ run }) => run.automation_id),
    'run',
    going.map(({ to }) => (to.checkAt ?? to.dueAt ?? ctx.now()).toISOString()),
  ])
}

async function writeNumbers(ctx: Ctx, moved: readonly Moved[], ends: readonly (Ended | undefined)[]): Promise<void> {
  const counts = openCounts()
  for (const [index, { run, to }] of moved.entries()) {
    const { automation_id: automationId } = run
    const { nodeId } = to.position
    const passed = passages(to.steps, nodeId)
    for (const id of passed.out) counts.add(automationId, id, 'out')
    for (const id of passed.in) counts.add(automationId, id, 'in')
    const end = ends[index]
    if (end === undefined) continue
    if (nodeId !== null) counts.add(automationId, nodeId, 'out')
    if (end.status === 'failed') counts.add(automationId, to.steps.at(-1)?.nodeId ?? nodeId ?? '', 'failed')
    counts.add(automationId, '', end.status)
    if (end.isGoal === true) counts.add(automationId, '', 'goalReached')
  }
  await writeCounts(ctx, counts.all())
}

function turnedBy(run: RunRow, end: Ended | undefined): TurnedRun[] {
  if (end === undefined) return []
  return [{ id: run.id, automationId: run.automation_id, contactId: run.contact_id, ...end }]
}
