import { Worker } from 'node:worker_threads'
import type { Log } from '#kit/call/context.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import { FileMissing, RangeOutside } from '#platform/files/files.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { type FinishFailure, FinishFailed } from './finishFailed.ts'
import type { FromThread, ThreadJob, ThreadRead, ThreadResult, ToThread } from './threadMessages.ts'

/** A job and how it runs. `source` is the asset that it may read. */
export type LaneTask = {
  /** Account path; accounts take turns. */
  party: Party
  job: ThreadJob
  source?: Pick<AssetSource, 'init' | 'segment'> | undefined
  timeoutMs: number
  /** Called with the finished share, 0 to 1, a few times a second. */
  onProgress?(done: number): void
  signal?: AbortSignal | undefined
}

export type LaneOptions = {
  /** Jobs that may wait. */
  queueMax: number
  /** Limit of the JavaScript heap; jobs bound the bytes of videos. */
  heapMiBMax: number
  log: Log
}

type Waiting = { task: LaneTask; completion: PromiseWithResolvers<ThreadResult> }
type Outcome = { result: ThreadResult } | { error: Error }
type Current = { task: LaneTask; settle(outcome: Outcome): void }

/**
 * One worker thread and its queue; accounts take turns. The thread starts with the first job and stays. A thread that
 * died or hung is replaced; its failure affects the current job only.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #queue: Waiting[] = []
  /** The last turn of each account since the queue was empty. */
  readonly #turns = new Map<string, number>()
  #turnCount = 0
  #worker: Worker | undefined
  #current: Current | undefined
  #isClosed = false

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Waits for its account's turn and runs the job. Throws FinishFailed. */
  run(task: LaneTask): Promise<ThreadResult> {
    const completion = Promise.withResolvers<ThreadResult>()
    if (this.#isClosed) completion.reject(cancelled())
    else if (this.#queue.length >= this.#options.queueMax) {
      completion.reject(new FinishFailed('busy', 'Too many videos wait to be finished. Try again later.'))
    } else {
      this.#queue.push({ task, completion })
      this.#next()
    }
    return completion.promise
  }

  /** Starts the thread, so that the next job does not wait for it. */
  warm(): void {
    if (!this.#isClosed) this.#worker ??= this.#start()
  }

  /** Ends the thread and its job, and rejects the waiting ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { completion } of this.#queue.splice(0)) completion.reject(cancelled())
    await this.#abandon(cancelled())
  }

  #next(): void {
    if (this.#current !== undefined) return
    const waiting = this.#takeNext()
    if (waiting === undefined) return
    const { task, completion } = waiting
    if (task.signal?.aborted === true) {
      completion.reject(cancelled())
      return this.#next()
    }
    const worker = (this.#worker ??= this.#start())
    // A thread keeps the process alive while it works, and not while it waits.
    worker.ref()
    const cancel = () => void this.#abandon(cancelled())
    const late = () => void this.#abandon(new FinishFailed('timed_out', 'The video took too long to finish.'))
    const timer = setTimeout(late, task.timeoutMs)
    task.signal?.addEventListener('abort', cancel, { once: true })
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      task.signal?.removeEventListener('abort', cancel)
      worker.unref()
      this.#current = undefined
      if ('error' in outcome) completion.reject(outcome.error)
      else completion.resolve(outcome.result)
      this.#next()
    }
    this.#current = { task, settle }
    post(worker, { kind: 'job', job: task.job })
  }

  /** The job of the account whose last turn is longest ago. */
  #takeNext(): Waiting | undefined {
    const turnOf = ({ task }: Waiting) => this.#turns.get(accountOf(task)) ?? 0
    if (this.#queue.length === 0) this.#turns.clear()
    const least = Math.min(...this.#queue.map(turnOf))
    const [next] = this.#queue.splice(
      this.#queue.findIndex((each) => turnOf(each) === least),
      1,
    )
    if (next !== undefined) this.#turns.set(accountOf(next.task), ++this.#turnCount)
    return next
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      // The environment of the thread holds none of our secrets.
      env: {},
      name: 'video-finish',
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMiBMax },
    })
    worker.on('message', (message: FromThread) => this.#receive(worker, message))
    worker.on('error', (error: unknown) => this.#dropWorker(worker, error))
    worker.on('exit', () => this.#dropWorker(worker, new Error('the thread ended')))
    worker.unref()
    return worker
  }

  #receive(worker: Worker, message: FromThread): void {
    const current = this.#current
    if (this.#worker !== worker || current === undefined) return
    if (message.kind === 'read') void respondToRead(worker, current.task, message)
    else if (message.kind === 'progress') current.task.onProgress?.(message.done)
    else if (message.kind === 'done') current.settle({ result: message.result })
    else {
      if (message.reason === 'crashed') this.#options.log.error('a video was not finished', { detail: message.detail })
      current.settle({ error: new FinishFailed(message.reason, message.message) })
    }
  }

  #dropWorker(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#options.log.warn('a thread that finishes videos died', { error: messageOf(error) })
    const message = 'The video could not be finished: it takes too much memory.'
    this.#current?.settle({ error: new FinishFailed('crashed', message, error) })
  }

  /** Ends the current job by ending its thread, the only way to stop a computing job. */
  async #abandon(error: FinishFailed): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    this.#current?.settle({ error })
    await worker?.terminate()
  }
}

/** The widest name of a path: a test account takes the turns of its live account. */
function accountOf({ party }: LaneTask): string {
  return party.path[0] ?? ''
}

function cancelled(): FinishFailed {
  return new FinishFailed('cancelled', 'It was given up before it was finished.')
}

type ReadRequest = { read: number; what: ThreadRead }

async function respondToRead(worker: Worker, { source }: LaneTask, { read, what }: ReadRequest): Promise<void> {
  try {
    // Other parts hold live segments in memory too, so the thread gets a copy.
    const bytes = new Uint8Array(await bytesOf(source, what))
    post(worker, { kind: 'bytes', read, bytes }, [bytes.buffer])
  } catch (error) {
    post(worker, { kind: 'unread', read, ...unreadFor(error) })
  }
}

function unreadFor(error: unknown): { reason: FinishFailure; message: string } {
  if (error instanceof FileMissing) return { reason: 'source_missing', message: 'The video no longer exists.' }
  if (error instanceof RangeOutside) return { reason: 'damaged', message: 'The video is shorter than its index says.' }
  return { reason: 'storage_failed', message: 'The store of files does not respond.' }
}

async function bytesOf(source: LaneTask['source'], what: ThreadRead): Promise<Buffer> {
  if (source === undefined) throw new Error('a job without a source reads')
  return 'init' in what ? source.init(what.init) : source.segment(what.segment)
}

function post(worker: Worker, message: ToThread, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer)
}
