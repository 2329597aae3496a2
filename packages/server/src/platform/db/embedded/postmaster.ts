import type { ChildProcess } from 'node:child_process'
import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { StartProblem } from '#platform/startProblem.ts'
import { diskFull } from './dataDirectory.ts'
import { launch } from './launch.ts'
import type { Launch, Launched } from './launch.ts'
import { readPostmasterPid } from './postmasterPid.ts'
import { signal, waitUntil } from './processes.ts'

/** Options of a postmaster, with callbacks for its end. Both receive sentences for the log. */
export type PostmasterOptions = Omit<Launch, 'logFd'> & {
  logFile: string
  /** Called when the postmaster has died and is being restarted. */
  onDown: (message: string) => void
  /** Called when the postmaster runs again after `onDown`. */
  onUp: (message: string) => void
  /** Called when the postmaster stays down: no restart will be tried. */
  onLost: (problem: StartProblem) => void
}

const readyTimeoutMs = 300_000
const stopTimeoutMs = 4_000
const quitTimeoutMs = 500
const restartsMax = 12
/** Retry schedule of a postmaster that ended unexpectedly. */
const backOff: BackOff = { delaysMs: doublingDelaysMs(100, 5_000), jitterShare: 0 }
/** Lifetime after which a postmaster counts as healthy, so that its end begins a new count of restarts. */
const healthyAfterMs = 60_000
const logTailBytes = 16_384

/** One PostgreSQL server process, restarted when it dies, until it is stopped. */
export class Postmaster {
  readonly #options: PostmasterOptions
  #launched: Launched | undefined
  #stopping = false
  #restarts = 0
  #startedAtMs = 0
  #restarting: Promise<void> | undefined

  constructor(options: PostmasterOptions) {
    this.#options = options
  }

  /** The pid of the running server. Undefined while it is down. */
  get pid(): number | undefined {
    return isRunning(this.#launched?.child) ? this.#launched?.child.pid : undefined
  }

  /** Starts the server and waits until it accepts connections. Throws a `StartProblem` with PostgreSQL's own words. */
  async start(): Promise<void> {
    const log = await open(this.#options.logFile, 'a', 0o600)
    const from = (await log.stat()).size
    try {
      const launched = launch({ ...this.#options, logFd: log.fd })
      this.#launched = launched
      this.#startedAtMs = Date.now()
      const { child } = launched
      const settled = async () => !isRunning(child) || (await this.#isReady(child.pid))
      const inTime = await waitUntil(settled, readyTimeoutMs)
      if (isRunning(child) && inTime) {
        child.once('exit', (code, signalName) => this.#onExit(signalName ?? `exit code ${code}`))
        return
      }
      if (child.pid !== undefined && isRunning(child)) signal(child.pid, 'SIGQUIT')
      launched.dismissGuard()
      throw startFailure(this.#options.folder, await logSince(this.#options.logFile, from), child)
    } finally {
      await closed(log)
    }
  }

  /** Stops the server: open transactions are rolled back and connections closed. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#restarting
    const launched = this.#launched
    if (launched?.child.pid === undefined) return
    const { child } = launched
    const gone = () => !isRunning(child)
    signal(launched.child.pid, 'SIGINT')
    if (!(await waitUntil(gone, stopTimeoutMs))) {
      signal(launched.child.pid, 'SIGQUIT')
      if (!(await waitUntil(gone, quitTimeoutMs))) signal(launched.child.pid, 'SIGKILL')
    }
    launched.dismissGuard()
  }

  async #isReady(pid: number | undefined): Promise<boolean> {
    const file = await readPostmasterPid(this.#options.folder)
    return file !== undefined && file.pid === pid && file.ready
  }

  #onExit(how: string): void {
    this.#launched?.dismissGuard()
    if (this.#stopping || this.#restarting !== undefined) return
    if (Date.now() - this.#startedAtMs > healthyAfterMs) this.#restarts = 0
    this.#options.onDown(`PostgreSQL ended unexpectedly (${how}); it is being started again.`)
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = undefined
    })
  }

  async #restart(): Promise<void> {
    for (;;) {
      this.#restarts += 1
      await sleep(retryDelayMs(backOff, this.#restarts))
      if (this.#stopping) return
      try {
        await this.start()
        this.#options.onUp('PostgreSQL is back.')
        return
      } catch (error) {
        if (this.#restarts < restartsMax) continue
        const problem =
          error instanceof StartProblem ? error : new StartProblem('postgres_failed', String(error), error)
        this.#options.onLost(problem)
        return
      }
    }
  }
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}

async function closed(log: FileHandle): Promise<void> {
  await log.close().catch(() => undefined)
}

async function logSince(path: string, from: number): Promise<string> {
  const log = await open(path, 'r')
  try {
    const { size } = await stat(path)
    const start = Math.max(from, size - logTailBytes)
    const buffer = Buffer.alloc(Math.max(0, size - start))
    await log.read(buffer, 0, buffer.length, start)
    return buffer.toString('utf8')
  } finally {
    await closed(log)
  }
}

function startFailure(folder: string, log: string, child: ChildProcess): StartProblem {
  if (log.includes('No space left on device') || log.includes('Disk quota exceeded')) return diskFull(folder)
  const lines = log.split('\n')
  const first = (pattern: RegExp) => lines.find((line) => pattern.test(line))?.replace(/^.*?[A-Z]{3,}: +/, '')
  const ending = child.pid === undefined ? 'its program could not be run' : 'it wrote no reason'
  const causes = [first(/LOG:.*(invalid|unrecognized|syntax error|outside)/), first(/FATAL|PANIC/)]
  const known = causes.filter((cause) => cause !== undefined)
  const reason = known.length > 0 ? known.join('; ') : (first(/could not|error/i) ?? ending)
  const detail = first(/DETAIL:/)
  const more = detail === undefined ? '' : ` (${detail})`
  const sentence = `The embedded PostgreSQL in ${folder} does not start: ${reason}${more}`
  return new StartProblem('postgres_failed', sentence.replaceAll('/proc/self/cwd', folder))
}
