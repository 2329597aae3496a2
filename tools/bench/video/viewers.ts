import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cpuSeconds } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'
import type { AudienceReport } from './audience.ts'
import type { BenchStream, LivePlatform } from './livePlatform.ts'

const run = promisify(execFile)
const counts = [100, 500, 1_000]
const warmUpSeconds = 6
const seconds = 12

/** Waits of a hundred, five hundred and a thousand viewers for a part, from the arrival of its last frame. */
export async function measureViewers(on: LivePlatform, { playbackId }: BenchStream): Promise<Line[]> {
  const lines: Line[] = []
  for (const count of counts) {
    const { report, cpuShare } = await audience(on, `${on.url}/hls/${playbackId}/main.m3u8`, count)
    const { requestsPerSecond, megabytesPerSecond, p50Ms, p95Ms, p99Ms, errors } = report
    if (errors.length > 0) console.log(errors.join('\n'))
    const rate = `${Math.round(requestsPerSecond)}/s, ${Math.round(megabytesPerSecond)} MB/s`
    const delays = `p50 ${Math.round(p50Ms)}, p99 ${Math.round(p99Ms)} ms`
    const shares = `server ${(100 * cpuShare).toFixed(0)} %, viewers ${(100 * report.cpuShare).toFixed(0)} %`
    const note = `${rate}, ${delays}, ${shares}`
    const isBound = count === counts.at(-1)
    const value = Math.round(p95Ms)
    const name = `part end → one of ${count} viewers, p95`
    lines.push({ name, value, unit: 'ms', ...(isBound ? { atMost: 300, aim: 200 } : {}), note })
    lines.push({ name: `failures of ${count} viewers`, value: errors.length, unit: '', atMost: 0, aim: 0, note: '' })
  }
  return lines
}

async function audience(on: LivePlatform, mainUrl: string, count: number) {
  const script = `${import.meta.dirname}/audience.ts`
  const args = [script, mainUrl, String(count), String(warmUpSeconds), String(seconds)]
  const before = cpuSeconds(on.pid)
  const { stdout } = await run(process.execPath, args)
  // cast: the script prints a report of this type.
  const report = JSON.parse(stdout) as AudienceReport
  return { report, cpuShare: (cpuSeconds(on.pid) - before) / (warmUpSeconds + seconds) }
}
