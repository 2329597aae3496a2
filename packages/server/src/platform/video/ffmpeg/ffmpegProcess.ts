import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Readable, type Writable } from 'node:stream'

/** A streaming run of ffmpeg, until its input ends or it is killed. */
export type FfmpegStream = {
  /** Undefined when it did not start. */
  pid: number | undefined
  /** Input at `pipe:0`. Its errors are ignored: `ended` reports the end of the process. */
  input: Writable
  /** Outputs at `pipe:3`, `pipe:4` and so on. The caller must read all of them. */
  outputs: readonly Readable[]
  /** Resolves when the process ended: undefined after success, else the error for the log. Never rejects. */
  ended: Promise<string | undefined>
  /** Kills the process. */
  kill(): void
}

/** Path of ffmpeg, and its niceness: 0 (normal) to 19 (lowest priority). */
export type FfmpegProgram = { path: string; niceness: number }

const errorCharsMax = 2_000
const blockBytesMax = 512 * 1024 * 1024
const firstOutput = 3

/** Starts the program with pipes for input, output and errors, and `outputCount` further outputs. */
export function startFfmpeg(program: FfmpegProgram, args: readonly string[], outputCount = 0): ChildProcess {
  const all = ['-hide_banner', '-nostdin', '-v', 'error', '-max_alloc', String(blockBytesMax), ...args]
  // The environment holds no secret.
  const env = Object.fromEntries(['PATH', 'LD_LIBRARY_PATH'].map((name) => [name, process.env[name]]))
  const stdio = Array.from({ length: firstOutput + outputCount }, () => 'pipe' as const)
  const child = spawn(program.path, all, { env, stdio })
  if (child.pid !== undefined) lower(child.pid, program.niceness)
  return child
}

/** Starts a streaming run. Throws when the process has no file descriptors left. */
export function beginFfmpeg(program: FfmpegProgram, args: readonly string[], outputCount: number): FfmpegStream {
  const child = startFfmpeg(program, args, outputCount)
  const stdin = child.stdin ?? undefined
  if (stdin === undefined) throw new Error('a program was started without its pipes')
  stdin.on('error', () => undefined)
  child.stdout?.resume()
  const outputs = child.stdio.slice(firstOutput).filter((each) => each instanceof Readable)
  for (const output of outputs) output.on('error', () => undefined)
  return { pid: child.pid, input: stdin, outputs, ended: endOf(child), kill: () => void child.kill('SIGKILL') }
}

/** The beginning of its error output. */
export async function errorsOf(child: ChildProcess): Promise<string> {
  let all = ''
  for await (const piece of child.stderr ?? []) all = (all + String(piece)).slice(0, errorCharsMax)
  return all.trim()
}

async function endOf(child: ChildProcess): Promise<string | undefined> {
  try {
    const [errors] = await Promise.all([errorsOf(child), once(child, 'close')])
    return child.exitCode === 0 ? undefined : `ffmpeg ended with ${child.exitCode ?? child.signalCode}: ${errors}`
  } catch (error) {
    return `ffmpeg did not run: ${String(error)}`
  }
}

function lower(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // The process ended already, or the system has no priorities.
  }
}
