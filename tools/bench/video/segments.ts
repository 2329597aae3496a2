import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '#test/world/program.ts'
import { startScript } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'
import { wait, type BenchEncoder, type BenchStream, type LivePlatform } from './livePlatform.ts'
import { middle } from './percentile.ts'

const run = promisify(execFile)
const rounds = 5
const seconds = 3
const connections = 50
/** Interval of key frames, less a frame. */
const segmentSecondsMin = 1.9

/** A stream and its publisher. */
type OnAir = { stream: BenchStream; encoder: BenchEncoder }

/**
 * Segments served per second, as a share of what node:http alone serves from memory. The encoder is stopped before, so
 * the same segments stay in memory during its reconnect window.
 */
export async function measureSegments(on: LivePlatform, { stream, encoder }: OnAir): Promise<Line[]> {
  if (findProgram('wrk') === undefined) throw new Error('wrk is missing: install the package of that name')
  const playlistUrl = `${on.url}/hls/${stream.playbackId}/video.m3u8`
  const segmentUrl = await wait('a whole segment', async () => {
    const playlist = await (await fetch(playlistUrl)).text()
    // The newest segments are in memory.
    const whole = [...playlist.matchAll(/^#EXTINF:([\d.]+),.*\n(.*\.m4s)$/gm)].findLast(
      ([, duration]) => Number(duration) >= segmentSecondsMin,
    )
    return whole?.[2] === undefined ? undefined : new URL(whole[2], playlistUrl).href
  })
  await encoder.stop()
  const folder = mkdtempSync(join(tmpdir(), 'fairground-bench-segment-'))
  const file = join(folder, 'segment.m4s')
  const bytes = Buffer.from(await (await fetch(segmentUrl)).arrayBuffer())
  writeFileSync(file, bytes)
  const bare = await startScript(`${import.meta.dirname}/bareServer.ts`, [file])
  try {
    const turns: { ours: number; bare: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const turn = { ours: await perSecond(segmentUrl), bare: await perSecond(bare.url) }
      // Warm-up: the engine compiles hot code after a while.
      if (round > 0) turns.push(turn)
    }
    const [ours, theirs] = [middle(turns.map((each) => each.ours)), middle(turns.map((each) => each.bare))]
    const note = `${Math.round(ours)}/s | ${Math.round(theirs)}/s of ${Math.round(bytes.length / 1000)} kB`
    const value = middle(turns.map((each) => each.ours / each.bare))
    return [{ name: 'segments ÷ bare node:http', value, unit: '', atLeast: 0.7, aim: 0.9, note }]
  } finally {
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function perSecond(url: string): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', url])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`requests failed:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
