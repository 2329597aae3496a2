import { messageOf as textOf } from '#platform/startProblem.ts'
import type { Kernel } from '#platform/call/context.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openLoop, type Loop, type Pass } from '#platform/facts/loop.ts'
import { ended, endOf } from '#platform/tasks/gather.ts'
import type { WebhookEndpoints } from './endpoints.ts'
import { claimLanes, type Lane } from './lanes.ts'
import type { Post } from './post.ts'
import { takeTurn } from './turn.ts'

export type SenderParts = {
  kernel: Kernel
  ops: Pools
  endpoints: WebhookEndpoints
  post: Post
  /** Called after an endpoint was disabled: a fact waits. */
  onChanged(): void
}

/** Sends deliveries: processes take turns at endpoints, so that a slow or dead one delays nobody else. */
export type Sender = Loop & {
  /** Resolves when no turn is taken any more, with whether one was. */
  idle(): Promise<boolean>
  figures(): { delivered: number; failed: number; exhausted: number; turns: number }
}

const turnsMax = 64
/** Endpoints whose last attempts failed may take this many of the turns. */
const troubledMax = 16
const pauseMs = 250
/** How long stopping waits for what is running; leases of what is left run out. */
const stopMsMax = 8_000

/** Makes the sender; it runs when started. */
export function openSender(parts: SenderParts): Sender {
  const db = executor(parts.ops.work, parts.ops.isPreparing)
  const running = new Map<Lane, Promise<void>>()
  const figures = { delivered: 0, failed: 0, exhausted: 0 }

  const run = async (lane: Lane) => {
    try {
      await takeTurn({ ...parts, db, onEnd: (status) => (figures[status] += 1) }, lane)
    } catch (error) {
      parts.kernel.log.warn('a turn of deliveries was cut short; its lease will run out', { error: textOf(error) })
    } finally {
      running.delete(lane)
      loop.wake()
    }
  }
  const pass = async (): Promise<Pass> => {
    const troubled = [...running.keys()].filter((lane) => lane.failures > 0).length
    const free = turnsMax - running.size
    if (free <= 0) return { didWork: false, pauseMs }
    const isCalm = troubled >= troubledMax
    const most = isCalm ? free : Math.min(free, Math.max(troubledMax - troubled, 1))
    const lanes = await claimLanes(db, { now: parts.kernel.now(), most, isCalm })
    for (const lane of lanes) running.set(lane, run(lane))
    return { didWork: lanes.length > 0, pauseMs: lanes.length === most ? 0 : pauseMs }
  }
  const loop = openLoop({ name: 'deliveries', log: parts.kernel.log, pass })
  const idle = () => ended(running)
  return {
    ...loop,
    idle,
    figures: () => ({ ...figures, turns: running.size }),
    async stop() {
      await loop.stop()
      await endOf(idle(), stopMsMax)
    },
  }
}
