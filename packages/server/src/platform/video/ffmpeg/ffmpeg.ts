import type { ChildProcess } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { FairSlots, type Party, type Slot } from '#platform/db/fairSlots.ts'
import { beginFfmpeg, errorsOf, startFfmpeg, type FfmpegProgram, type FfmpegStream } from './ffmpegProcess.ts'

/** One run of ffmpeg. */
export type FfmpegTask = {
  /** Arguments: inputs made by `ffmpegInput`, filters, outputs. */
  args: readonly string[]
  /** Bytes for `pipe:0`. */
  input?: Buffer
  /** Limit of the output at `pipe:1`; more is a failure. */
  outputBytesMax: number
  /** Time-out of the run itself, without the wait for its slot. */
  timeoutMs: number
  /** Path of the account whose share the run takes; without one, the share of the platform. */
  party?: Party | undefined
  /** Called with the seconds of media written; the task then needs `-progress pipe:1` and no other output there. */
  onProgress?(seconds: number): void
  signal?: AbortSignal | undefined
}

/** Runner of ffmpeg: a few runs at a time, shared by account, at low priority. Closing it ends all of them. */
export type Ffmpeg = {
  /** Resolves with the output at `pipe:1`. Throws FfmpegFailed. */
  run(task: FfmpegTask): Promise<Buffer>
  /** Starts a streaming run, which waits for no slot. Outputs begin at `pipe:3`. */
  begin(args: readonly string[], outputCount: number): FfmpegStream
  close(): Promise<void>
}

/** Reason why a run failed. */
export type FfmpegFailure = 'failed' | 'timed_out' | 'cancelled' | 'busy'

/** A failed run. The message is for the log. */
export class FfmpegFailed extends Error {
  readonly reason: FfmpegFailure

  constructor(reason: FfmpegFailure, message: string) {
    super(message)
    this.name = 'FfmpegFailed'
    this.reason = reason
  }
}

/** Limits of concurrent and of queued runs, of which one account has half, and the niceness, by default 15. */
export type FfmpegBounds = { concurrency: number; queueMax: number; niceness?: number | undefined }

/** Low priority, so that the server and its viewers go first. */
const nicenessDefault = 15
/** Longer than any wait: the queue is bounded, and so is every run. */
const waitMaxMs = 2 ** 31 - 1

const pixelsMax = 8_192 * 8_192

/** Threads of one run: half of the processors. */
export const ffmpegThreads = String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** The path of ffmpeg: the setting, else the first on the search path. Undefined when it is missing. */
export async function findFfmpeg(setting: string | undefined): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = setting === undefined ? folders.map((folder) => join(folder, 'ffmpeg')) : [setting]
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return place
  }
  return undefined
}

/**
 * Options of an input: read as this container and no other, from a local file or from `pipe:0`. The protocol whitelist
 * keeps a hostile input from opening addresses and other files.
 */
export function ffmpegInput(demuxer: string, path?: string): string[] {
  const place = path === undefined ? 'pipe:0' : `file:${path}`
  const bounds = ['-max_pixels', String(pixelsMax), '-threads', ffmpegThreads]
  return [...bounds, '-protocol_whitelist', 'file,pipe', '-f', demuxer, '-i', place]
}

/** Opens a runner of the ffmpeg at `path`. */
export function openFfmpeg(path: string, bounds: FfmpegBounds): Ffmpeg {
  const { concurrency, queueMax, niceness = nicenessDefault } = bounds
  const program = { path, niceness }
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const slots = new FairSlots({ slotsMax: concurrency, waitingMax: queueMax, waitMaxMs })

  /** Acquires a slot of the account. An aborted wait ends at once, and its slot goes to the next run. */
  async function slotFor(party: Party, signal: AbortSignal): Promise<Slot> {
    if (signal.aborted) throw notBegun()
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const leave = () => reject(notBegun())
    signal.addEventListener('abort', leave, { once: true })
    const taken = takeSlot(slots, party)
    try {
      return await Promise.race([taken, aborted])
    } catch (error) {
      void taken.then((slot) => slots.release(slot)).catch(() => undefined)
      throw error
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    async run(task) {
      const signals = [closing.signal, ...(task.signal === undefined ? [] : [task.signal])]
      const signal = AbortSignal.any(signals)
      const slot = await slotFor(task.party ?? { path: ['platform'] }, signal)
      const work = runOne(program, { ...task, signal })
      running.add(work)
      try {
        return await work
      } finally {
        running.delete(work)
        slots.release(slot)
      }
    },
    begin(args, outputCount) {
      const stream = beginFfmpeg(program, args, outputCount)
      const kill = () => stream.kill()
      if (closing.signal.aborted) kill()
      closing.signal.addEventListener('abort', kill, { once: true })
      running.add(stream.ended)
      void stream.ended.then(() => {
        running.delete(stream.ended)
        closing.signal.removeEventListener('abort', kill)
      })
      return stream
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

async function takeSlot(slots: FairSlots, party: Party): Promise<Slot> {
  try {
    return await slots.take(party)
  } catch {
    throw new FfmpegFailed('busy', 'too many runs of ffmpeg wait already')
  }
}

function notBegun(): FfmpegFailed {
  return new FfmpegFailed('cancelled', 'ffmpeg was not begun')
}

async function runOne(program: FfmpegProgram, task: FfmpegTask & { signal: AbortSignal }): Promise<Buffer> {
  // An abort in the moment of acquisition: an aborted signal fires no event.
  if (task.signal.aborted) throw notBegun()
  const child = startFfmpeg(program, task.args)
  const timer = AbortSignal.timeout(task.timeoutMs)
  const ending = AbortSignal.any([timer, task.signal])
  const kill = () => child.kill('SIGKILL')
  ending.addEventListener('abort', kill, { once: true })
  try {
    child.stdin?.on('error', () => undefined).end(task.input)
    const [output, errors] = await Promise.all([outputOf(child, task), errorsOf(child), closed(child)])
    if (child.exitCode === 0) return output
    throw new FfmpegFailed('failed', `ffmpeg ended with ${child.exitCode ?? child.signalCode}: ${errors}`)
  } catch (error) {
    if (task.signal.aborted) throw new FfmpegFailed('cancelled', 'ffmpeg was ended')
    if (timer.aborted) throw new FfmpegFailed('timed_out', `ffmpeg took more than ${task.timeoutMs} ms`)
    throw error instanceof FfmpegFailed ? error : new FfmpegFailed('failed', `ffmpeg did not run: ${String(error)}`)
  } finally {
    ending.removeEventListener('abort', kill)
    kill()
  }
}

async function closed(child: ChildProcess): Promise<void> {
  await once(child, 'close')
}

/** The output at `pipe:1`; empty when the pipe carries progress reports. */
async function outputOf(child: ChildProcess, { onProgress, outputBytesMax }: FfmpegTask): Promise<Buffer> {
  if (child.stdout === null) return Buffer.alloc(0)
  if (onProgress !== undefined) return followProgress(child.stdout, onProgress)
  const pieces: Buffer[] = []
  let byteCount = 0
  for await (const piece of child.stdout) {
    const bytes = Buffer.from(piece)
    byteCount += bytes.length
    if (byteCount > outputBytesMax) throw new FfmpegFailed('failed', `more than ${outputBytesMax} bytes came`)
    pieces.push(bytes)
  }
  return Buffer.concat(pieces)
}

/** Reads progress line by line: several reports may arrive at once, and one in two pieces. */
async function followProgress(output: Readable, onProgress: (seconds: number) => void): Promise<Buffer> {
  for await (const line of createInterface({ input: output })) {
    const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (micros !== undefined) onProgress(Number(micros) / 1e6)
  }
  return Buffer.alloc(0)
}
