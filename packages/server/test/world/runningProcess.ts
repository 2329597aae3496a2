import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Environment } from '#kit/nouns/setting.ts'

/** A running program, with its output so far. */
export type Running = {
  out(): string
  err(): string
  /** Exit code after the end; null after a signal that killed the process. */
  ended: Promise<number | null>
  /** Sends a signal, unless the program has ended. Resolves as `ended`. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}
/** A running process, with its output so far. */
export type RunningProcess = Running & { child: ChildProcess }

/** Environment of a process of Fairground without settings. The compile cache saves two thirds of a start. */
export function bareEnvironment(home: string): Environment {
  const cache = process.env['NODE_COMPILE_CACHE'] ?? join(home, 'cache')
  return { PATH: process.env['PATH'], HOME: home, NODE_COMPILE_CACHE: cache }
}

/** Starts a module of TypeScript in a process of its own. */
export function runModule(path: string, args: readonly string[], env: Environment): RunningProcess {
  return runProgram(process.execPath, [path, ...args], env)
}

/** Starts a program and collects its output. */
export function runProgram(path: string, args: readonly string[], env: Environment): RunningProcess {
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    child,
    out: () => out,
    err: () => err,
    ended,
    end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}
