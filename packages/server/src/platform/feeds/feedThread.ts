import { parentPort, workerData } from 'node:worker_threads'
import { FeedFailed } from './feedItem.ts'
import { parseFeed, type FeedSource } from './feedParse.ts'
import type { FeedReply } from './feedWorker.ts'

// cast: `parseApart` starts the thread with it.
respond(replyTo(workerData as FeedSource))

function replyTo(source: FeedSource): FeedReply {
  try {
    return { items: parseFeed(source) }
  } catch (error) {
    return { failed: error instanceof FeedFailed ? error.message : 'cannot be read.' }
  }
}

function respond(reply: FeedReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply)
}
