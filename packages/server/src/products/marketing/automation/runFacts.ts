import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import {
  enrolmentCompleted,
  enrolmentFailed,
  enrolmentStarted,
  enrolmentStopped,
  runCompleted,
  runFailed,
  runGoalReached,
  runStarted,
} from '#products/marketing/facts.ts'

/** A run that began or ended. Ids are row ids. */
export type TurnedRun = {
  id: string
  automationId: string
  contactId: string
  status: 'active' | 'completed' | 'exited' | 'failed'
  reason: string | null
  isGoal?: boolean | undefined
}

/** Emits the begin or the end of runs: as enrolments where the automation runs a sequence. */
export async function emitRuns(ctx: Ctx, runs: readonly TurnedRun[]): Promise<void> {
  if (runs.length === 0) return
  const automationIds = [...new Set(runs.map((run) => run.automationId))]
  const rows = await ctx.db.rows(sequencesOf, [ctx.account.id, automationIds])
  const sequences = new Map(rows.map((row) => [row.automation_id, row.id]))
  for (const run of runs) {
    const sequenceId = sequences.get(run.automationId)
    if (sequenceId === undefined) emitRun(ctx, run)
    else emitEnrolment(ctx, run, sequenceId)
  }
}

function emitRun(ctx: Ctx, { id, automationId, contactId, status, reason, isGoal }: TurnedRun): void {
  const { id: accountId } = ctx.account
  const about = {
    id: encodeId('run', accountId, id),
    automationId: encodeId('aut', accountId, automationId),
    contactId: encodeId('con', accountId, contactId),
    status,
    reason,
  }
  const subject = { id: about.id, status, version: status === 'active' ? 1 : 2 }
  if (isGoal === true) ctx.emit(runGoalReached, about, subject)
  if (status === 'active') ctx.emit(runStarted, about, subject)
  if (status === 'failed') ctx.emit(runFailed, about, subject)
  if (status === 'completed') ctx.emit(runCompleted, about, subject)
}

const enrolmentFacts = {
  active: enrolmentStarted,
  completed: enrolmentCompleted,
  exited: enrolmentStopped,
  failed: enrolmentFailed,
} as const

function emitEnrolment(ctx: Ctx, { id, contactId, status, reason }: TurnedRun, sequenceId: string): void {
  const { id: accountId } = ctx.account
  const about = {
    id: encodeId('run', accountId, id),
    emailSequenceId: encodeId('seq', accountId, sequenceId),
    contactId: encodeId('con', accountId, contactId),
    status: status === 'exited' ? 'stopped' : status,
    reason,
  }
  ctx.emit(enrolmentFacts[status], about, {
    id: about.id,
    status: about.status,
    version: status === 'active' ? 1 : 2,
  })
}

const sequencesOf = statement(
  'marketing_sequence.ofAutomations',
  'account',
  'select automation_id, id from marketing_sequence where account_id = $1 and automation_id = any($2::uuid[])',
)
