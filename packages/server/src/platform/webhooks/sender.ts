import { messageOf as textOf } from '#platform/startProblem.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { AccountShares, findSharer } from '#platform/db/accountShares.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openLoop, type Loop, type Pass } from '#platform/facts/passLoop.ts'
import { ended, endOf } from '#platform/tasks/concurrency.ts'
import { sendBatch } from './deliveryBatch.ts'
import { claimQueues, releaseQueue, type EndpointQueue, type QueueClass } from './endpointQueue.ts'
import type { WebhookEndpoints } from './webhookEndpointsPort.ts'
import type { Post } from './post.ts'

export type SenderParts = {
  kernel: Kernel
  ops: Pools
  endpoints: WebhookEndpoints
  post: Post
  /** Called after an endpoint was disabled: its fact is in the outbox. */
  onChanged(): void
}

/**
 * Webhook deliveries, from a published fact to the receiver's response.
 *
 * A delivery is one fact for one endpoint. The relay inserts it and marks the queue of its endpoint as due. A process
 * leases queues, not deliveries: it claims due queues, sends a batch of each, and releases them.
 *
 * Lease. A queue is leased for 90 s and a batch takes at most 40 s. The lease of a process that dies expires, or ends
 * with the next start on the embedded database, and another process claims the queue. A process that stops ends its
 * batches after the attempts in flight, and releases the queues. Every attempt is recorded after the response, so a
 * process that ends between the two sends it again. Duplicates are harmless: each attempt carries the `webhook-id` of
 * its delivery, by which a receiver drops a repeat, and the version of its subject.
 *
 * Retry. An error status is the delivery's own: that delivery is retried after 5 s, 30 s, 2 min and so on, and no other
 * delivery waits for it. An attempt without a response is the endpoint's: the queue backs off by the same delays, at
 * most 2 min, and is then probed with one delivery. Once the endpoint responds, the whole queue is sent in order.
 *
 * Shares. An account has at most a quarter of the sending slots, those of its test account among them, and a quarter
 * stays for accounts that hold none: the endpoints of a few accounts may all respond late. Endpoints that left their
 * last batch unanswered have slots of their own, so that no endpoint which responds waits for one which does not.
 */
export type Sender = Loop & {
  /** Resolves when no batch is being sent, with whether one was. */
  idle(): Promise<boolean>
  figures(): { delivered: number; failed: number; exhausted: number; sending: number }
}

/** Batches that this process sends at once, per class of endpoints. */
const slotsMax = 128
const accountSlotsMax = slotsMax / 4
/** Slots of a class reserved for accounts without any. */
const slotsReserved = slotsMax / 4
const classes: readonly QueueClass[] = ['responding', 'silent']
const pauseMs = 250
/** Time for attempts in flight to end when the process stops. */
const stopMsMax = 2_000

/** Makes the sender; it runs when started. */
export function openSender(parts: SenderParts): Sender {
  const db = executor(parts.ops.work, parts.ops.isPreparing)
  const running = new Map<EndpointQueue, Promise<void>>()
  const stopping = new AbortController()
  const figures = { delivered: 0, failed: 0, exhausted: 0 }

  const run = async (queue: EndpointQueue) => {
    try {
      await sendBatch({ ...parts, db, stopping: stopping.signal, onEnd: (status) => (figures[status] += 1) }, queue)
    } catch (error) {
      parts.kernel.log.warn('deliveries: a batch failed; its lease expires', { error: textOf(error) })
    } finally {
      running.delete(queue)
      loop.wake()
    }
  }
  const claim = async (of: QueueClass): Promise<{ claimed: number; countMax: number }> => {
    const inClass = [...running.keys()].filter((queue) => classOf(queue) === of)
    const countMax = slotsMax - inClass.length
    if (countMax <= 0) return { claimed: 0, countMax }
    const { accounts, now } = parts.kernel
    const leased = new AccountShares()
    for (const queue of inClass) leased.add(await findSharer(accounts, queue.account_id))
    const shares = { countMax, reserved: slotsReserved, perAccountMax: accountSlotsMax, running: leased }
    const queues = await claimQueues(db, accounts, { of, now: now(), ...shares })
    for (const queue of queues) running.set(queue, run(queue))
    return { claimed: queues.length, countMax }
  }
  const pass = async (): Promise<Pass> => {
    const claims = []
    for (const each of classes) claims.push(await claim(each))
    const isMore = claims.some(({ claimed, countMax }) => claimed > 0 && claimed >= countMax - slotsReserved)
    return { didWork: claims.some(({ claimed }) => claimed > 0), pauseMs: isMore ? 0 : pauseMs }
  }
  const loop = openLoop({ name: 'deliveries', log: parts.kernel.log, pass })
  const idle = () => ended(running)
  return {
    ...loop,
    idle,
    figures: () => ({ ...figures, sending: running.size }),
    async stop() {
      stopping.abort()
      await loop.stop()
      await endOf(idle(), stopMsMax)
      const now = parts.kernel.now()
      const left = [...running.keys()].map((queue) =>
        releaseQueue(db, queue, { failures: queue.failures, backOffUntil: undefined, now }),
      )
      await Promise.all(left).catch((error: unknown) =>
        parts.kernel.log.warn('deliveries: queues were not released; their leases expire', { error: textOf(error) }),
      )
    },
  }
}

function classOf({ failures }: EndpointQueue): QueueClass {
  return failures === 0 ? 'responding' : 'silent'
}
