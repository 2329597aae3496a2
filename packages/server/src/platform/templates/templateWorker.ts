import { Worker } from 'node:worker_threads'
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

/** A worker thread that takes one request at a time, from the accounts in rotation. */
export type Thread = {
  /**
   * Undefined when the request took longer than `msMax` or ended the thread. Throws unavailable when too many wait, and
   * after `close`.
   */
  ask(account: Requester, request: ThreadRequest): Promise<ThreadReply | undefined>
  close(): Promise<void>
}

const waitingMax = 100
const waitMaxMs = 15_000

/** Opens a thread. It starts with the first request; one that hangs is replaced. */
export function openThread(msMax: number): Thread {
  const slots = new FairSlots({ slotsMax: 1, waitingMax, waitMaxMs })
  let worker: Worker | undefined
  let isClosed = false
  return {
    async ask(account, request) {
      const slot = await slots.take({ path: accountPath(account) })
      try {
        if (!isClosed) worker ??= started()
        const reply = worker === undefined ? undefined : await replyOf(worker, request, msMax)
        if (reply !== undefined) return reply
        // The request did nothing wrong: a mail that a stopping server would have made is made by the next one.
        if (isClosed || worker === undefined) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
        await worker.terminate()
        worker = undefined
        return undefined
      } finally {
        slots.release(slot)
      }
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
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
