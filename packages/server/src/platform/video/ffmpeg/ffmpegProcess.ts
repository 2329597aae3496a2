import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Readable, type Writable } from 'node:stream'

/** A run of ffmpeg that reads and writes until its input ends or it is killed. */
export type FfmpegStream = {
  /** Undefined where it did not even start. */
  pid: number | undefined
  /** What it reads at `pipe:0`. That it went away in the middle is no error here: `ended` tells. */
  input: Writable
  /** What it writes at `pipe:3`, `pipe:4` and so on. Whoever began it reads all of them. */
  outputs: readonly Readable[]
  /** When it is gone: undefined where all was well, else what went wrong, for the log. Never rejects. */
  ended: Promise<string | undefined>
  /** Ends it at once. */
  kill(): void
}

/** Where ffmpeg is, and how far it stands back for others: 0 to 19 of a Unix system, 0 being like anybody else. */
export type FfmpegProgram = { path: string; niceness: number }

const errorCharsMax = 2_000
const blockBytesMax = 512 * 1024 * 1024
const firstOutput = 3

/** Starts the program with pipes for its input, output and errors, and so many more outputs. */
export function startFfmpeg(program: FfmpegProgram, args: readonly string[], outputCount = 0): ChildProcess {
  const all = ['-hide_banner', '-nostdin', '-v', 'error', '-max_alloc', String(blockBytesMax), ...args]
  // No secret of ours is in its environment.
  const env = Object.fromEntries(['PATH', 'LD_LIBRARY_PATH'].map((name) => [name, process.env[name]]))
  const stdio = Array.from({ length: firstOutput + outputCount }, () => 'pipe' as const)
  const child = spawn(program.path, all, { env, stdio })
  if (child.pid !== undefined) lower(child.pid, program.niceness)
  return child
}

/** Begins a run without an end of its own. Throws where this process has no pipes left to give. */
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

/** The beginning of what it says on its error output. */
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
    // It has ended already, or the system knows no priorities: it runs like any other process.
  }
}
