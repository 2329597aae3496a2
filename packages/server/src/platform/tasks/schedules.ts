import { storable } from '#kit/values/foreignText.ts'
import type { RowOf } from '#kit/call/context.ts'
import { looseId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { openCall, platformAccount, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openLoop, type Loop, type Pass } from '#platform/facts/passLoop.ts'
import { messageOf } from '#platform/startProblem.ts'
import { endOf } from './concurrency.ts'

export type ClockworkParts = { kernel: Kernel; ops: Pools; schedules: readonly Schedule[]; onRan(): void }

/** Runs schedules: each in one process at a time. */
export type Clockwork = Loop & { idle(): Promise<void> }

type Due = RowOf<typeof claimStatement>

const pauseMs = 500
/** Longest wait for running schedules at the stop; leases of the others expire. */
const stopMsMax = 8_000
const leaseMs = 60_000
const keepEveryMs = 20_000
const errorLengthMax = 2_000
/** Difference of clocks that counts as none: a next run beyond it was noted by a clock that was ahead, and is due. */
const aheadSecondsMax = 60

/** Makes the clockwork; it runs when started. One run makes up for those missed while no process ran. */
export function openClockwork(parts: ClockworkParts): Clockwork {
  const { kernel } = parts
  const db = executor(parts.ops.work, parts.ops.isPreparing)
  const byName = new Map(parts.schedules.map((each) => [each.name, each]))
  if (byName.size !== parts.schedules.length) throw new Error('two schedules have one name')
  const names = [...byName.keys()]
  const running = new Map<string, Promise<void>>()
  let areKnown = false

  const run = async (schedule: Schedule, due: Due) => {
    const lease = [due.name, due.lease_token]
    const keeper = setInterval(
      () => void db.rows(keepStatement, [...lease, leaseMs]).catch(() => undefined),
      keepEveryMs,
    )
    const error = await runOnce(kernel, schedule).then(() => null, messageOf)
    clearInterval(keeper)
    if (error !== null) kernel.log.error('a schedule failed', { schedule: schedule.name, error })
    const words = error === null ? null : storable(error, errorLengthMax)
    const nowMs = kernel.now().getTime()
    const next = nextRunAt(Math.min(Date.parse(due.next_run_at), nowMs), nowMs, schedule.everySeconds * 1_000)
    const values = [new Date(next).toISOString(), kernel.now().toISOString(), words]
    await db
      .rows(ranStatement, [...lease, ...values])
      .catch((failure: Error) =>
        kernel.log.warn('the end of a schedule was not written; its lease will run out', { error: failure.message }),
      )
    running.delete(due.name)
    parts.onRan()
  }
  const pass = async (): Promise<Pass> => {
    if (!areKnown && names.length > 0) await db.rows(placeStatement, [names, kernel.now().toISOString()])
    areKnown = true
    const free = names.filter((name) => !running.has(name))
    if (free.length === 0) return { didWork: false, pauseMs }
    const seconds = free.map((name) => (byName.get(name)?.everySeconds ?? 0) + aheadSecondsMax)
    const due = await db.rows(claimStatement, [free, kernel.now().toISOString(), leaseMs, seconds])
    for (const each of due) {
      const schedule = byName.get(each.name)
      if (schedule !== undefined) running.set(each.name, run(schedule, each))
    }
    return { didWork: due.length > 0, pauseMs }
  }
  const loop = openLoop({ name: 'schedules', log: kernel.log, pass })
  const idle = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    ...loop,
    idle,
    async stop() {
      await loop.stop()
      await endOf(idle(), stopMsMax)
    },
  }
}

async function runOnce(kernel: Kernel, schedule: Schedule): Promise<void> {
  const { ctx, finish } = openCall(kernel, {
    account: platformAccount,
    actor: systemActor(schedule.name),
    requestId: looseId('req', kernel.now().getTime()),
    cause: schedule.name,
  })
  await schedule.run(ctx)
  await finish()
}

/** The next moment of the grid that starts at `dueMs`, after `nowMs`. */
export function nextRunAt(dueMs: number, nowMs: number, everyMs: number): number {
  const missed = Math.max(0, Math.floor((nowMs - dueMs) / everyMs))
  return dueMs + (missed + 1) * everyMs
}

const placeStatement = statement(
  'ops_schedule.place',
  'ops',
  `insert into ops_schedule (name, next_run_at) select name, $2 from unnest($1::text[]) as k (name)
   on conflict (name) do nothing`,
)

/** Parameters: names, now, ms of the lease, seconds by name within which the next run lies. */
const claimStatement = statement(
  'ops_schedule.claim',
  'ops',
  `update ops_schedule s set lease_token = gen_random_uuid(),
     lease_until = clock_timestamp() + $3 * interval '1 millisecond'
   from (select o.name from unnest($1::text[], $4::integer[]) as k (name, seconds)
     join ops_schedule o on o.name = k.name
     where (o.next_run_at <= $2 or o.next_run_at > $2::timestamptz + k.seconds * interval '1 second')
       and (o.lease_until is null or o.lease_until < clock_timestamp()) for update of o skip locked) d
   where s.name = d.name returning s.name, s.next_run_at, s.lease_token`,
)

const keepStatement = statement(
  'ops_schedule.keep',
  'ops',
  `update ops_schedule set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
   where name = $1 and lease_token = $2`,
)

const ranStatement = statement(
  'ops_schedule.ran',
  'ops',
  `update ops_schedule set next_run_at = $3, last_run_at = $4, last_error = $5, lease_token = null, lease_until = null
   where name = $1 and lease_token = $2`,
)
