import { once } from 'node:events'
import { LRUCache } from 'lru-cache'
import { problem, reasons } from '#kit/call/problem.ts'
import { accountPath, FairSlots } from '#platform/db/fairSlots.ts'
import type { TemplateRunner } from './templateRunner.ts'
import {
  outOfTime,
  type CompiledTexts,
  type CompiledTemplate,
  type RenderedTemplate,
  type Requester,
  type TemplateProblem,
  type TemplateSource,
} from './templatesPort.ts'

/** A compilation, or a rendering. */
export type ThreadRequest = { source: TemplateSource } | { compiled: CompiledTexts; data: object }

/** The result of a request; `failed`: an error that has no place in the texts. */
export type ThreadReply =
  | { compiled: CompiledTemplate }
  | { rendered: RenderedTemplate }
  | { problems: TemplateProblem[] }
  | { failed: string }
  | typeof outOfTime

/** Worker threads for one kind of request. */
export type Threads = {
  /**
   * Undefined when the request took longer than `hangsMs` or ended its thread. Throws unavailable when too many wait,
   * when the processor is too busy, and after `close`.
   */
  ask(account: Requester, request: ThreadRequest): Promise<Exclude<ThreadReply, typeof outOfTime> | undefined>
  close(): Promise<void>
}

type ThreadsOptions = {
  /** Starts a thread, or a process in its place. */
  start(): TemplateRunner
  /** Time of the processor after which a request counts as hanging, and its thread is replaced. */
  hangsMs: number
  /** Time beyond which a request counts as slow. */
  slowMs: number
}

const waitingMax = 100
const waitMaxMs = 15_000
/** Times `hangsMs` for which a thread waits for a busy processor. */
const busyTimes = 6
/** Share of the time between two looks that a hanging thread ran for at least. */
const hangingShare = 0.8
/** Accounts that are known as slow, and the time for which they are. */
const slowAccounts = { max: 1_000, ttl: 60_000 } as const

/**
 * Opens two threads, each with one request at a time, from the accounts in rotation. An account with a slow request
 * uses the second one for a minute: the others wait for it once, and not before each of their own requests. A thread
 * starts with its first request.
 */
export function openThreads({ start, hangsMs, slowMs }: ThreadsOptions): Threads {
  const [quick, slow] = [openThread(start, hangsMs), openThread(start, hangsMs)]
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
        if (reply !== undefined && 'isOutOfTime' in reply) throw stopped()
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
function openThread(startOne: ThreadsOptions['start'], hangsMs: number) {
  let worker: TemplateRunner | undefined
  let isClosed = false
  const start = async (): Promise<TemplateRunner> => {
    const made = startOne()
    worker = made
    // A thread may end between two requests: the next one starts another. A process that did not start has no exit.
    const end = () => {
      if (worker === made) worker = undefined
    }
    made.events.once('exit', end)
    // Without a listener, an error after a request was given up would end the server.
    made.events.on('error', end)
    // The first message says that it is ready; the request is not blamed for a thread that does not start.
    await Promise.race([once(made.events, 'message'), once(made.events, 'exit')]).catch(() => undefined)
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

/**
 * Undefined when the thread died or took too long: it has to be replaced. A busy processor is no fault of a request:
 * the time that counts is that in which the thread ran.
 */
async function replyOf(
  worker: TemplateRunner,
  request: ThreadRequest,
  msMax: number,
): Promise<ThreadReply | undefined> {
  const reply = replyTo(worker, request)
  const lookMs = msMax / 2
  let before: number | undefined
  for (let look = 0; look < 2 * busyTimes; look += 1) {
    const timer = Promise.withResolvers<'late'>()
    const waiting = setTimeout(timer.resolve, lookMs, 'late')
    const first = await Promise.race([reply, timer.promise])
    clearTimeout(waiting)
    if (first !== 'late') return first
    const seen = await Promise.race([reply, usedBy(worker, lookMs)])
    if (seen === undefined || !('usedMs' in seen)) return seen
    const { usedMs } = seen
    // A time that cannot be read says nothing against the request.
    if (usedMs === undefined) continue
    if (before !== undefined && usedMs - before >= hangingShare * lookMs) return undefined
    before ??= usedMs
  }
  await worker.terminate()
  return outOfTime
}

/** Milliseconds for which a thread has run; `usedMs` is undefined when it cannot say. */
async function usedBy(worker: TemplateRunner, msMax: number): Promise<{ usedMs: number | undefined }> {
  const timer = Promise.withResolvers<undefined>()
  const waiting = setTimeout(timer.resolve, msMax)
  const used = worker.usedMs().catch(() => undefined)
  const usedMs = await Promise.race([used, timer.promise])
  clearTimeout(waiting)
  return { usedMs }
}

function replyTo(worker: TemplateRunner, request: ThreadRequest): Promise<ThreadReply | undefined> {
  return new Promise((resolve) => {
    const { events } = worker
    const end = (reply: ThreadReply | undefined) => {
      events.off('message', end)
      events.off('exit', onEnd)
      events.off('error', onEnd)
      resolve(reply)
    }
    const onEnd = () => end(undefined)
    events.once('message', end)
    events.once('exit', onEnd)
    events.once('error', onEnd)
    worker.send(request)
  })
}
