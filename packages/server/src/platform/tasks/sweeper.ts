import type { Pace } from '#kit/nouns/task.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openLoop, type Loop } from '#platform/facts/passLoop.ts'
import { adopt, expireLeases, queuePlanned, sweepWaiting } from './queue.ts'

export type SweeperParts = {
  kernel: Kernel
  ops: Pools
  /** The pace of every reaction and task, by name. */
  paces: ReadonlyMap<string, Pace>
  /** Names of tasks whose death queues a failure task. */
  failing: readonly string[]
  /** Called when planned or waiting jobs became claimable. */
  onMoved(): void
}

const pauseMs = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Queues jobs that no worker claims: planned ones that are nearly due, those of dead processes, and those whose
 * predecessor ended without a `promote`. Every process has a sweeper; concurrent ones are harmless.
 */
export function openSweeper({ kernel, ops, paces, failing, onMoved }: SweeperParts): Loop {
  const db = executor(ops.work, ops.isPreparing)
  let isAdopted = false
  let waitingAfter = firstId
  return openLoop({
    name: 'sweeper',
    log: kernel.log,
    async pass() {
      if (!isAdopted) await adopt(db, paces)
      isAdopted = true
      const now = kernel.now()
      const waiting = await sweepWaiting(db, waitingAfter)
      waitingAfter = waiting.next ?? firstId
      const planned = await queuePlanned(db, now)
      const moved = planned + (await expireLeases(db, { now, failing })) + waiting.moved
      if (moved > 0) onMoved()
      return { didWork: moved > 0, pauseMs: planned > 0 ? 0 : pauseMs }
    },
  })
}
