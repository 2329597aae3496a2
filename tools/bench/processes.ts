import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server under measurement, in a separate process. */
export type Subject = { name: string; pid: number; url: string; stop(): Promise<void> }

const { config }: { config: { nodeFlags: string } } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8'),
)

/** Flags of Node in `npm start`. */
export const nodeFlags = config.nodeFlags.split(' ')

const startTimeoutMs = 30_000

/** Starts `subjectServer.ts` in one of its kinds and waits until it prints its address. */
export async function startSubject(name: string, kind: string, env: Record<string, string>): Promise<Subject> {
  return { name, ...(await startScript(`${import.meta.dirname}/subjectServer.ts`, [kind], env)) }
}

/** Starts a script that prints its address, with the flags of the platform. */
export async function startScript(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Omit<Subject, 'name'>> {
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await firstLine(child)
  return { pid: child.pid ?? 0, url, stop: () => stopChild(child) }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (stdout === null) throw new Error('the subject has no output')
  const lines = createInterface({ input: stdout })
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('the subject did not start in time')), startTimeoutMs)
    lines.once('line', (line) => {
      clearTimeout(timer)
      done(line)
    })
    child.once('exit', (code) => failed(new Error(`the subject ended with ${code}`)))
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  const exited = new Promise((done) => child.once('exit', done))
  await Promise.race([ended, exited, new Promise((done) => setTimeout(done, 5_000).unref())])
  child.kill('SIGKILL')
}

const ticksPerSecond = 100

/** CPU seconds of one process, user and system. Linux only. */
export function cpuSeconds(pid: number): number {
  const [utime = 0, stime = 0] = statOf(pid)
  return (utime + stime) / ticksPerSecond
}

/** CPU seconds of a process, of its children, and of the children that it has reaped. */
export function familySeconds(pid: number): number {
  const own = statOf(pid).reduce((sum, ticks) => sum + ticks, 0)
  const children = childrenOf(pid).map((child) => statOf(child).reduce((sum, ticks) => sum + ticks, 0))
  return children.reduce((sum, ticks) => sum + ticks, own) / ticksPerSecond
}

/** Resident bytes of a process, and their peak. */
export function memoryOf(pid: number): { rssBytes: number; peakBytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return { rssBytes: kilobytes('VmRSS') * 1024, peakBytes: kilobytes('VmHWM') * 1024 }
}

/** utime, stime, cutime, cstime in clock ticks: fields 14 to 17 of proc(5). */
function statOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
  } catch {
    return []
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => Number.isInteger(each) && parentOf(each) === pid)
}

function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
