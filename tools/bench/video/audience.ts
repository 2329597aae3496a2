import { setTimeout as sleep } from 'node:timers/promises'
import { middle, percentile } from './percentile.ts'
import { Connection, readPlaylist } from './viewer.ts'

// A scripted audience of one stream, in a separate process: each viewer gets a playlist of its own, waits for the next
// part by a blocking reload, and loads it. Prints one line of JSON.

/**
 * Figures of an audience: requests and megabytes a second, failures, delays of parts in ms, and its share of a core. A
 * share near 1 means that the audience itself causes the delays.
 */
export type AudienceReport = {
  requestsPerSecond: number
  megabytesPerSecond: number
  partCount: number
  errors: string[]
  p50Ms: number
  p95Ms: number
  p99Ms: number
  cpuShare: number
}

const [mainUrl = '', countText, warmUpText, secondsText] = process.argv.slice(2)
const count = Number(countText)
const warmUpMs = Number(warmUpText) * 1000
const measuredMs = Number(secondsText) * 1000
/** Viewers join one after the other within this time. */
const arrivalMs = 3_000

const beganAtMs = performance.now()
const countsFromMs = beganAtMs + warmUpMs
const endsAtMs = countsFromMs + measuredMs
const delaysMs: number[] = []
const errors: string[] = []
const tally = { requests: 0, byteCount: 0 }

const isOver = () => performance.now() >= endsAtMs
const isCounted = () => performance.now() >= countsFromMs && !isOver()

await Promise.all(Array.from({ length: count }, (_, index) => watch((index * arrivalMs) / count)))
const report: AudienceReport = {
  requestsPerSecond: (tally.requests * 1000) / measuredMs,
  megabytesPerSecond: tally.byteCount / 1e6 / (measuredMs / 1000),
  partCount: delaysMs.length,
  errors: errors.slice(0, 5),
  p50Ms: middle(delaysMs),
  p95Ms: percentile(delaysMs, 95),
  p99Ms: percentile(delaysMs, 99),
  cpuShare: cpuShare(),
}
console.log(JSON.stringify(report))
process.exit(0)

function cpuShare(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 / (performance.now() / 1000)
}

async function watch(afterMs: number): Promise<void> {
  await sleep(afterMs)
  const connection = new Connection(mainUrl)
  try {
    const main = await load(connection, new URL(mainUrl).pathname, true)
    const playlist = new URL(/^[^#\n].*$/m.exec(main)?.[0] ?? '', mainUrl)
    let { next } = readPlaylist(await load(connection, playlist.pathname + playlist.search, true))
    while (!isOver() && next !== undefined) {
      const from = next
      const wanted = `_HLS_msn=${from.number}&_HLS_part=${from.index}&_HLS_skip=YES`
      const path = `${playlist.pathname}${playlist.search === '' ? '?' : `${playlist.search}&`}${wanted}`
      const reading = readPlaylist(await load(connection, path, true))
      const fresh = reading.parts.filter(({ number, index }) => place(number, index) >= place(from.number, from.index))
      for (const part of fresh) {
        await load(connection, new URL(part.uri, playlist).pathname, false)
        if (isCounted()) delaysMs.push(Date.now() - part.endsAtMs)
      }
      next = reading.next
    }
    if (next === undefined) throw new Error('the stream went away')
  } catch (error) {
    errors.push(String(error))
  } finally {
    connection.close()
  }
}

function place(number: number, index: number): number {
  return number * 1000 + index
}

async function load(connection: Connection, path: string, isText: boolean): Promise<string> {
  const { status, text, byteCount } = await connection.get(path, isText)
  if (status !== 200) throw new Error(`${path}: ${status}`)
  if (isCounted()) {
    tally.requests += 1
    tally.byteCount += byteCount
  }
  return text
}
