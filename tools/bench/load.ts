import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds, familySeconds, type Subject } from './processes.ts'

const run = promisify(execFile)

/** Requests of a load: a wrk script that makes each one. */
export type Load = { name: string; script: string; connections: number; seconds: number }

/** Figures of a round: requests per second, CPU microseconds per request, 99th percentile, responses other than 200. */
export type RoundFigures = {
  rps: number
  nodeUs: number
  databaseUs: number
  cpuUs: number
  p99Ms: number
  failed: number
}

/** Drives one round of load and reads the processor's own accounts of both sides. */
export async function drive(subject: Subject, postmasterPid: number, load: Load): Promise<RoundFigures> {
  const before = { node: cpuSeconds(subject.pid), database: familySeconds(postmasterPid) }
  const threads = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '10s']
  const stdout = await runScript(`${load.script}\n${report}`, [...threads, subject.url])
  const node = cpuSeconds(subject.pid) - before.node
  const database = familySeconds(postmasterPid) - before.database
  const [requests = 0, micros = 1, p99 = 0, failed = 0] = (/RESULT (.*)/.exec(stdout)?.[1] ?? '').split(' ').map(Number)
  return {
    rps: (requests * 1e6) / micros,
    nodeUs: (node * 1e6) / requests,
    databaseUs: (database * 1e6) / requests,
    cpuUs: ((node + database) * 1e6) / requests,
    p99Ms: p99 / 1000,
    failed,
  }
}

async function runScript(script: string, args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-bench-'))
  try {
    const file = join(folder, 'load.lua')
    writeFileSync(file, script)
    return (await run('wrk', ['-s', file, ...args])).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const report = `
local threads = {}
setup = function(thread) table.insert(threads, thread) end
done = function(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(99), failed))
end
`

/** A script that requests one of many addresses at random. */
export function gets(key: string, paths: readonly string[]): string {
  return `${head(key)}
local paths = {${paths.map((path) => `"${path}"`).join(',')}}
local requests = {}
init = function() for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path) end end
request = function() return requests[math.random(#requests)] end`
}

/** A script that sends bodies: `body` is a Lua expression over `n`, which never repeats, and `pick(ids)`. */
export function sends(
  key: string,
  method: string,
  what: { path: string; body: string; ids?: readonly string[] },
): string {
  return `${head(key)}
local ids = {${(what.ids ?? []).map((id) => `"${id}"`).join(',')}}
local function pick(list) return list[math.random(#list)] end
local n = os.time() * 1000000
request = function()
  n = n + 1
  return wrk.format("${method}", "${what.path}", nil, ${what.body})
end`
}

function head(key: string): string {
  return `math.randomseed(os.time())
wrk.headers["X-Service-API-Key"] = "${key}"
wrk.headers["Content-Type"] = "application/json"`
}

/** The median of each figure over the rounds. */
export function median(rounds: readonly RoundFigures[]): RoundFigures {
  const of = (name: keyof RoundFigures) => {
    const sorted = rounds.map((round) => round[name]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    rps: of('rps'),
    nodeUs: of('nodeUs'),
    databaseUs: of('databaseUs'),
    cpuUs: of('cpuUs'),
    p99Ms: of('p99Ms'),
    failed: of('failed'),
  }
}
