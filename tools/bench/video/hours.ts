import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nodeFlags } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'
import type { SessionReport } from './session.ts'

const run = promisify(execFile)
const hours = 2
/** Media time after which the window and its grace are full. */
const fullMinutes = 20
/**
 * Bound of the window in minutes: ten of the DVR window, one of grace, and reels of one minute that are dropped as a
 * whole.
 */
const windowMinutesMax = 13
/** Reels of a minute that are open, or queued for the store. */
const waitingMinutesMax = 3
const mebibyte = 1024 * 1024

/** Two hours of a stream that is not recorded and of one that is, with a window of ten minutes, by a fast clock. */
export async function measureHours(): Promise<Line[]> {
  const [shown, kept] = [await runSession('shown'), await runSession('kept')]
  const ratio = kept.endStoreBytes / kept.segmentBytes
  if (ratio < 1) throw new Error(`of ${kept.segmentBytes} bytes the store has ${kept.endStoreBytes}`)
  return [
    growth('2 h, growth of memory', shown),
    disk('2 h, most on disk for a window of 10 min', shown, windowMinutesMax),
    growth('2 h recorded, growth of memory', kept),
    disk('2 h recorded, most on disk before the store', kept, waitingMinutesMax),
    {
      name: '2 h recorded, store ÷ media',
      value: ratio,
      unit: '',
      atMost: 1.02,
      aim: 1,
      note: `${Math.round(kept.endStoreBytes / mebibyte)} MiB`,
    },
  ]
}

async function runSession(how: 'shown' | 'kept'): Promise<SessionReport> {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-bench-session-'))
  try {
    const args = [...nodeFlags, '--expose-gc', `${import.meta.dirname}/session.ts`, folder, String(hours), how]
    const { stdout } = await run(process.execPath, args)
    // cast: the script prints a report of this type.
    return JSON.parse(stdout) as SessionReport
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Growth from the first sample after the window was full to the highest later one. */
function growth(name: string, { samples }: SessionReport): Line {
  const full = samples.filter(({ minutes }) => minutes >= fullMinutes).map(({ memoryBytes }) => memoryBytes / mebibyte)
  const value = Math.max(...full) - (full[0] ?? NaN)
  const note = full.map((each) => each.toFixed(1)).join(', ')
  return { name, value, unit: 'MiB', atMost: 1, aim: 0.5, note }
}

function disk(name: string, { samples, bytesPerMinute }: SessionReport, atMost: number): Line {
  const minutes = samples.map(({ localBytes }) => localBytes / bytesPerMinute)
  const note = minutes.map((each) => each.toFixed(1)).join(', ')
  return { name, value: Math.max(...minutes), unit: 'min', atMost, aim: atMost, note }
}
