import { Worker } from 'node:worker_threads'
import type { Ctx } from '#kit/call/context.ts'
import { accountPath, FairSlots } from '#platform/db/fairSlots.ts'
import { FeedFailed, type FeedItem } from './feedItem.ts'
import type { FeedSource } from './feedParse.ts'

/** Items of a feed, or the reason why there are none. */
export type FeedReply = { items: FeedItem[] } | { failed: string }

const timeoutMs = 30_000
const memoryMb = 512
const slots = { slotsMax: 1, waitingMax: 100, waitMaxMs: 120_000 }

/**
 * Parses a feed in a thread of its own, one feed at a time: 20 MB of XML take seconds, in which the event loop would
 * stand still. Throws FeedFailed, also for a feed that takes too much time or memory.
 */
export async function parseApart(ctx: Ctx, source: FeedSource): Promise<FeedItem[]> {
  const turns = ctx.memory('feeds.turns', () => new FairSlots(slots))
  const slot = await turns.take({ path: accountPath(ctx.account) })
  try {
    const reply = await replyTo(source)
    if ('failed' in reply) throw new FeedFailed(reply.failed)
    return reply.items
  } finally {
    turns.release(slot)
  }
}

async function replyTo(source: FeedSource): Promise<FeedReply> {
  const worker = new Worker(new URL('./feedThread.ts', import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const { promise, resolve } = Promise.withResolvers<FeedReply>()
  worker.once('message', resolve)
  worker.on('error', () => resolve({ failed: 'takes too much memory to be read.' }))
  worker.once('exit', () => resolve({ failed: 'cannot be read.' }))
  const timer = setTimeout(resolve, timeoutMs, { failed: 'takes too long to be read.' })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
