import { Worker } from 'node:worker_threads'
import type { MailSigning } from '#platform/mail/mailPort.ts'
import type { ComposedMail } from '#platform/mail/smtp.ts'

/** A mail to sign, and the key. */
export type SignRequest = { id: number; mail: ComposedMail; by: MailSigning }

/** The signed mail, or why there is none. */
export type SignReply = { id: number; bytes: Uint8Array } | { id: number; failed: string }

/** Makes signed mails in worker threads. */
export type MailSigner = {
  /** The mail in the form of MIME with its DKIM signature. Throws when it cannot be made now. */
  sign(mail: ComposedMail, by: MailSigning): Promise<Buffer>
  close(): Promise<void>
}

const bounds = { threads: 2, waitingMax: 200, timeoutMs: 15_000 }

type Waiting = { done: (bytes: Uint8Array) => void; failed: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting> }

/** Opens two threads; each starts with its first mail, and again after it ended. */
export function openMailSigner(): MailSigner {
  const threads: (Thread | undefined)[] = Array.from({ length: bounds.threads })
  let isClosed = false
  let last = 0
  const threadOf = (index: number): Thread => {
    const known = threads[index]
    if (known !== undefined) return known
    const made = startThread()
    made.worker.once('exit', () => {
      if (threads[index] === made) threads[index] = undefined
      for (const { failed } of made.waiting.values()) failed(new Error('the thread that signs mails ended'))
      made.waiting.clear()
    })
    threads[index] = made
    return made
  }
  return {
    async sign(mail, by) {
      if (isClosed) throw new Error('the threads that sign mails have stopped')
      last = (last + 1) % Number.MAX_SAFE_INTEGER
      const thread = threadOf(last % bounds.threads)
      if (thread.waiting.size >= bounds.waitingMax) throw new Error('too many mails wait for a signature')
      return Buffer.from(await signedBy(thread, { id: last, mail, by }))
    },
    async close() {
      isClosed = true
      await Promise.all(threads.map((thread) => thread?.worker.terminate()))
    },
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./signerThread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  worker.unref()
  // An error ends the thread, which fails what waits for it.
  worker.on('error', () => undefined)
  const waiting: Thread['waiting'] = new Map()
  worker.on('message', (reply: SignReply) => {
    const waits = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('bytes' in reply) waits?.done(reply.bytes)
    else waits?.failed(new Error(reply.failed))
  })
  return { worker, waiting }
}

/** A mail that is not signed in time ends its thread. */
async function signedBy(thread: Thread, request: SignRequest): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  thread.waiting.set(request.id, { done: resolve, failed: reject })
  const timer = setTimeout(() => void thread.worker.terminate(), bounds.timeoutMs)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.worker.postMessage(request)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
