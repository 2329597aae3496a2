import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { problem, reasons } from '#kit/call/problem.ts'
import { accountPath, FairSlots } from '#platform/db/fairSlots.ts'
import type {
  CompiledTexts,
  CompiledTemplate,
  RenderedTemplate,
  Requester,
  TemplateProblem,
  TemplateSource,
} from './templatesPort.ts'

/** A compilation, or a rendering. */
export type ThreadRequest = { source: TemplateSource } | { compiled: CompiledTexts; data: object }

/** The result of a request; `failed`: an error that has no place in the texts. */
export type ThreadReply =
  | { compiled: CompiledTemplate }
  | { rendered: RenderedTemplate }
  | { problems: TemplateProblem[] }
  | { failed: string }

/** Worker threads for one kind of request. */
export type Threads = {
  /**
   * Undefined when the request took longer than `hangsMs` or ended its thread. Throws unavailable when too many wait,
   * and after `close`.
   */
  ask(account: Requester, request: ThreadRequest): Promise<ThreadReply | undefined>
  close(): Promise<void>
}

type ThreadsOptions = {
  /** Time after which a request counts as hanging, and its thread is replaced. */
  hangsMs: number
  /** Time beyond which a request counts as slow. */
  slowMs: number
}

const waitingMax = 100
const waitMaxMs = 15_000
/** Accounts that are known as slow, and the time for which they are. */
const slowAccounts = { max: 1_000, ttl: 60_000 } as const

/**
 * Opens two threads, each with one request at a time, from the accounts in rotation. An account with a slow request
 * uses the second one for a minute: the others wait for it once, and not before each of their own requests. A thread
 * starts with its first request.
 */
export function openThreads({ hangsMs, slowMs }: ThreadsOptions): Threads {
  const [quick, slow] = [openThread(hangsMs), openThread(hangsMs)]
  const known = new LRUCache<string, true>(slowAccounts)
  return {
    async ask(account, request) {
      const path = accountPath(account)
      const [payer = ''] = path
      const isSlow = () => known.has(payer)
      let thread = isSlow() ? slow : quick
      let slot = await thread.slots.take({ path })
      // Another request of the account was slow while this one waited: it gives the turn up.
      if (thread === quick && isSlow()) {
        thread.slots.release(slot)
        thread = slow
        slot = await thread.slots.take({ path })
      }
      try {
        const { reply, tookMs } = await thread.run(request)
        if (tookMs > slowMs) known.set(payer, true)
        return reply
      } finally {
        thread.slots.release(slot)
      }
    },
    async close() {
      await Promise.all([quick.close(), slow.close()])
    },
  }
}

/** `tookMs`: without the wait for the turn, and without the start of the thread. */
type Run = { reply: ThreadReply | undefined; tookMs: number }

/** A thread, and the turns at it: `run` is called with a slot in hand. */
function openThread(hangsMs: number) {
  let worker: Worker | undefined
  let isClosed = false
  const start = async (): Promise<Worker> => {
    const made = started()
    worker = made
    // A thread may end between two requests: the next one starts another.
    made.once('exit', () => {
      if (worker === made) worker = undefined
    })
    // The first message says that it is ready; the request is not blamed for a thread that does not start.
    await Promise.race([once(made, 'message'), once(made, 'exit')]).catch(() => undefined)
    if (worker === undefined) throw stopped()
    return made
  }
  return {
    slots: new FairSlots({ slotsMax: 1, waitingMax, waitMaxMs }),
    async run(request: ThreadRequest): Promise<Run> {
      if (isClosed) throw stopped()
      const current = worker ?? (await start())
      const beganMs = performance.now()
      const reply = await replyOf(current, request, hangsMs)
      // The request did nothing wrong: a mail that a stopping server would have made is made by the next one.
      if (reply === undefined && isClosed) throw stopped()
      if (reply === undefined) await current.terminate()
      return { reply, tookMs: reply === undefined ? hangsMs : performance.now() - beganMs }
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

function stopped() {
  return problem(reasons.unavailable, { retryAfterSeconds: 1 })
}

function started(): Worker {
  const worker = new Worker(new URL('./templateThread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.unref()
  // An error after a request was given up has no other listener, and would end the process.
  worker.on('error', () => undefined)
  return worker
}

/** Undefined when the thread died or took too long: it has to be replaced. */
function replyOf(worker: Worker, request: ThreadRequest, msMax: number): Promise<ThreadReply | undefined> {
  return new Promise((resolve) => {
    const end = (reply: ThreadReply | undefined) => {
      clearTimeout(timer)
      worker.off('message', end)
      worker.off('exit', onEnd)
      worker.off('error', onEnd)
      resolve(reply)
    }
    const onEnd = () => end(undefined)
    const timer = setTimeout(onEnd, msMax)
    worker.once('message', end)
    worker.once('exit', onEnd)
    worker.once('error', onEnd)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(request)
  })
}
