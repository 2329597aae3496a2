import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { ThreadRequest } from './templateWorker.ts'

/** A thread or a process that answers one request at a time. `events`: message, exit and error. */
export type TemplateRunner = {
  events: EventEmitter
  send(request: ThreadRequest): void
  terminate(): Promise<void>
  /** Milliseconds of the processor that it has used. Rejects when they cannot be read. */
  usedMs(): Promise<number>
}

const program = new URL('./templateThread.ts', import.meta.url)
const heapMbMax = 256
/** Length of a tick of the processor in `/proc`. */
const tickMs = 10

/** Starts a thread. Liquid has a bound of its own for the memory of a rendering. */
export function startThread(): TemplateRunner {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMbMax } })
  worker.unref()
  return {
    events: worker,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    send: (request) => worker.postMessage(request),
    async terminate() {
      await worker.terminate()
    },
    async usedMs() {
      const { user, system } = await worker.cpuUsage()
      return (user + system) / 1_000
    },
  }
}

/**
 * Starts a process. MJML, Markdown and the inliner of styles make texts of any size from a small source, and one
 * allocation beyond the limit of a thread ends the whole server. The process ends with this one, however this one ends.
 */
export function startProcess(): TemplateRunner {
  const child = fork(program, [String(process.pid)], {
    execArgv: [`--max-old-space-size=${heapMbMax}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  const startedMs = performance.now()
  return {
    events: child,
    // A process that has ended says so by its exit.
    send: (request) => void child.send(request, () => undefined),
    async terminate() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async usedMs() {
      // Elsewhere than on Linux the clock stands for the processor.
      if (process.platform !== 'linux') return performance.now() - startedMs
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * tickMs
    },
  }
}
