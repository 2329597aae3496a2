import type { Deliveries } from '#platform/webhooks/deliveriesPort.ts'
import { reactionsOf, type Product } from '#kit/nouns/product.ts'
import { failureTask, paces, type Pace, type Schedule } from '#kit/nouns/task.ts'
import { sealAudit } from '#platform/audit/sealAudit.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import type { Pools } from '#platform/db/pools.ts'
import { sealLedger } from '#platform/ledger/sealLedger.ts'
import { openDeadJobs } from '#platform/tasks/deadJobs.ts'
import type { DeadJobs } from '#platform/tasks/deadJobsPort.ts'
import { pruneQueues } from '#platform/tasks/prune.ts'
import { failingNames } from '#platform/tasks/runJob.ts'
import { openClockwork } from '#platform/tasks/schedules.ts'
import { openSweeper } from '#platform/tasks/sweeper.ts'
import { openWorker, type StopHow } from '#platform/tasks/worker.ts'
import { openDeliveries } from '#platform/webhooks/deliveries.ts'
import type { WebhookEndpoints } from '#platform/webhooks/webhookEndpointsPort.ts'
import type { Post } from '#platform/webhooks/post.ts'
import { openSender } from '#platform/webhooks/sender.ts'
import { openHints, type HintTopic } from './hints.ts'
import { openRelay } from './factRelay.ts'
import { openSignals, type Signals } from './signals.ts'

/** Ports of the machinery for handlers, made before the kernel, which holds them. */
export type MachineryPorts = {
  factSignals: Signals
  deliveries: Deliveries
  deadJobs: DeadJobs
  /** Callback that the machinery sets: a delivery is due now. */
  onDue: { call(): void }
  /** Callback that the machinery sets: a job is queued. */
  onQueued: { call(): void }
}

/** The ports, on the ops database. */
export function openMachineryPorts(ops: Pools, now: () => Date): MachineryPorts {
  const [onDue, onQueued] = [{ call: () => {} }, { call: () => {} }]
  const deliveries = openDeliveries(ops, now, () => onDue.call())
  const deadJobs = openDeadJobs(ops, now, () => onQueued.call())
  return { factSignals: openSignals(), deliveries, deadJobs, onDue, onQueued }
}

export type MachineryOptions = {
  kernel: Kernel
  /** Connections to leases, jobs and deliveries: the same pools as the kernel's, or another database. */
  ops: Pools
  /** A direct connection to the ops database, for hints between processes; without it they poll. */
  hintAddress: DatabaseAddress | undefined
  ports: MachineryPorts
  products: readonly Product[]
  schedules: readonly Schedule[]
  endpoints: WebhookEndpoints
  post: Post
}

export type MachineryFigures = {
  isRelay: boolean
  published: number
  lagMs: number
  jobs: { done: number; failed: number; dead: number; running: number }
  deliveries: { delivered: number; failed: number; exhausted: number; sending: number }
}

/** Machinery between a committed fact and its effects: relay, jobs, schedules, deliveries. */
export type Machinery = {
  /** Starts the loops of relay, workers and schedules; before, work runs only in `settle`. */
  start(): void
  /** Wakes the relay after a commit that may have emitted facts. Frequent calls cost nothing. */
  hint(): void
  /** Runs due work until none is left. Throws for work that never ends. */
  settle(): Promise<void>
  figures(): MachineryFigures
  /** Stops the loops. Errands and long jobs are released at once, for the next process. */
  stop(how?: StopHow): Promise<void>
}

const hintGapMs = 20
const settlePassesMax = 200

/** Creates the machinery of one process. */
export function openMachinery(options: MachineryOptions): Machinery {
  const parts = openParts(options)
  const { relay, sweeper, workers, clockwork, sender, hints } = parts
  const loops = [relay, sweeper, clockwork, sender]
  return {
    start() {
      hints?.listen()
      for (const loop of [...loops, ...workers]) loop.start()
    },
    hint: parts.hint,
    settle: () => settle(parts),
    figures: () => ({
      isRelay: relay.holdsLease(),
      ...relay.figures(),
      jobs: summed(workers.map((each) => each.figures())),
      deliveries: sender.figures(),
    }),
    async stop(how) {
      parts.stopHints()
      options.ports.factSignals.close()
      await Promise.all([...loops.map((loop) => loop.stop()), ...workers.map((worker) => worker.stop(how))])
      await hints?.close()
    },
  }
}

type Parts = ReturnType<typeof openParts>

function openParts(options: MachineryOptions) {
  const { kernel, ops, products, endpoints, ports } = options
  const reactions = reactionsOf(products)
  const declared = products.flatMap((product) => product.tasks)
  const tasks = named([...declared, ...declared.flatMap((each) => failureTask(each) ?? [])])
  const taskPaces = new Map([...tasks].map(([name, task]) => [name, task.pace]))
  const onHint = (topic: HintTopic, accountIds: readonly number[] | undefined) => {
    if (topic === 'outbox') relay.wake()
    if (topic === 'jobs') for (const each of workers) each.wake()
    if (topic === 'deliveries') sender.wake()
    if (topic === 'facts') ports.factSignals.wake(accountIds)
  }
  const { hintAddress: address } = options
  const hints = address === undefined ? undefined : openHints({ ops, address, log: kernel.log, onHint })
  const wake = (topic: HintTopic, accountIds?: readonly number[]) => {
    onHint(topic, accountIds)
    hints?.send(topic, accountIds)
  }
  const { hint, stop } = throttled(() => (relay.holdsLease() ? relay.wake() : hints?.send('outbox')))
  const relay = openRelay({
    pools: kernel.pools,
    ops,
    consumers: { reactions: Map.groupBy(reactions, (each) => each.on.name), paces: taskPaces },
    endpoints,
    now: kernel.now,
    log: kernel.log,
    onPublished({ jobs, deliveries, accountIds }) {
      if (jobs > 0) wake('jobs')
      if (deliveries > 0) wake('deliveries')
      if (accountIds.length > 0) wake('facts', accountIds)
    },
  })
  // Errands wait for other servers and long tasks work on media: each pace has slots of its own.
  const workers = paces.map((pace) =>
    openWorker({
      pace,
      kernel,
      ops,
      onRan: hint,
      runnables: {
        reactions: pace === 'quick' ? named(reactions) : new Map(),
        tasks: new Map([...tasks].filter(([, task]) => task.pace === pace)),
      },
    }),
  )
  const reactionPaces = reactions.map(({ name }): [string, Pace] => [name, 'quick'])
  const sweeper = openSweeper({
    kernel,
    ops,
    paces: new Map([...taskPaces, ...reactionPaces]),
    failing: failingNames(tasks),
    onMoved: () => wake('jobs'),
  })
  const schedules = [
    ...products.flatMap((product) => product.schedules),
    ...options.schedules,
    sealAudit,
    sealLedger,
    pruneQueues(ops),
  ]
  const clockwork = openClockwork({ kernel, ops, schedules, onRan: hint })
  const sender = openSender({ kernel, ops, endpoints, post: options.post, onChanged: hint })
  ports.onDue.call = () => wake('deliveries')
  ports.onQueued.call = () => wake('jobs')
  return { relay, sweeper, workers, clockwork, sender, hints, hint, stopHints: stop }
}

/** Runs passes until one finds no work and nothing running, in this or another caller. */
async function settle({ relay, sweeper, workers, clockwork, sender }: Parts): Promise<void> {
  const ended = () => {
    const { done, failed } = summed(workers.map((each) => each.figures()))
    return done + failed
  }
  for (let pass = 0; pass < settlePassesMax; pass++) {
    let didWork = false
    const before = ended()
    for (const loop of [clockwork, relay, sweeper, ...workers, sender]) {
      didWork = (await loop.run()).didWork || didWork
      if ('idle' in loop) didWork = (await loop.idle()) || didWork
    }
    // A job that ended elsewhere within this pass may have emitted facts after the relay had looked.
    if (!didWork && ended() === before) return
  }
  throw new Error(`still busy after ${settlePassesMax} passes: something causes itself`)
}

type JobFigures = MachineryFigures['jobs']

function summed(all: readonly JobFigures[]): JobFigures {
  const sum: JobFigures = { done: 0, failed: 0, dead: 0, running: 0 }
  for (const { done, failed, dead, running } of all) {
    sum.done += done
    sum.failed += failed
    sum.dead += dead
    sum.running += running
  }
  return sum
}

function named<T extends { name: string }>(values: readonly T[]): Map<string, T> {
  const found = new Map<string, T>()
  for (const value of values) {
    if (found.has(value.name)) throw new Error(`two consumers are named ${value.name}`)
    found.set(value.name, value)
  }
  return found
}

/** Calls `work` at once after a quiet period, else once at the end of the period. */
function throttled(work: () => void): { hint(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isPending = false
  const fire = () => {
    isPending = false
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) fire()
    }, hintGapMs)
    work()
  }
  return {
    hint() {
      if (timer === undefined) fire()
      else isPending = true
    },
    stop: () => clearTimeout(timer),
  }
}
