import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openBrowser } from '#test/world/browser.ts'
import { findProgram } from '#test/world/program.ts'
import { arrayOf, objectOf } from '#test/world/world.ts'
import type { Line } from '#tools/bench/report.ts'
import { measureClips } from './clips.ts'
import { encodeLoop } from './encodedLoop.ts'
import { glassLines, measureGlass, openPlain, type Glass, type SightBound } from './glass.ts'
import { measureHours } from './hours.ts'
import { live, startLivePlatform, type LivePlatform } from './livePlatform.ts'
import { endStream, measureManyStreams } from './manyStreams.ts'
import { measureSegments } from './segments.ts'
import { measureStartUp } from './startUp.ts'
import { measureViewers } from './viewers.ts'

const run = promisify(execFile)
const pagesScript = `${import.meta.dirname}/../../buildPages.mjs`
const inBrowser = ['glass', 'plain', 'start']
const byCopy = ['streams', 'viewers', 'clips', 'segments']
const groups = [...inBrowser, ...byCopy, 'hours']
const firstPort = 20_000 + (process.pid % 20_000)

/** Measures live video: all groups, or the named ones, in some eight minutes. Throws for an unknown name. */
export async function measureVideo(named: readonly string[]): Promise<Line[]> {
  const selected = new Set(named.length === 0 ? groups : named)
  const unknown = [...selected].filter((each) => !groups.includes(each))
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; there are ${groups.join(', ')}`)
  if (findProgram('ffmpeg') === undefined) throw new Error('without ffmpeg there is no encoder')
  const lines = await onPlatform(selected)
  return selected.has('hours') ? [...lines, ...(await measureHours())] : lines
}

async function onPlatform(selected: ReadonlySet<string>): Promise<Line[]> {
  if (![...inBrowser, ...byCopy].some((each) => selected.has(each))) return []
  // `npm start` does the same before the server starts.
  await run(process.execPath, [pagesScript])
  const on = await startLivePlatform(firstPort)
  try {
    const seen = await measureInBrowser(on, selected)
    await endAll(on)
    return [...seen, ...(await measureByCopy(on, selected))]
  } finally {
    await on.stop()
  }
}

/** Ends the streams that still wait for their encoders: they count among those of the account. */
async function endAll(on: LivePlatform): Promise<void> {
  const streams = arrayOf((await on.call('stream/all?limit=100'))['items']).map(objectOf)
  for (const { id, isLive } of streams) if (isLive === true) await endStream(on, String(id))
}

const sights: { group: string; name: string; glass: Glass; bound: SightBound }[] = [
  {
    group: 'glass',
    name: 'glass to glass, low',
    glass: { latencyMode: 'low', warmUpSeconds: 10, seconds: 60 },
    bound: { p50Max: 1.5, p95Max: 2, stallsMax: 0 },
  },
  {
    group: 'glass',
    name: 'glass to glass, ultraLow',
    glass: { latencyMode: 'ultraLow', warmUpSeconds: 8, seconds: 15 },
    bound: {},
  },
  {
    group: 'plain',
    name: 'glass to glass, standard',
    glass: { latencyMode: 'standard', warmUpSeconds: 8, seconds: 15 },
    bound: { p95Max: 7 },
  },
  {
    group: 'plain',
    name: 'glass to glass, plain hls.js',
    glass: { latencyMode: 'low', warmUpSeconds: 8, seconds: 15, open: openPlain },
    bound: { p95Max: 7 },
  },
]

async function measureInBrowser(on: LivePlatform, selected: ReadonlySet<string>): Promise<Line[]> {
  if (!inBrowser.some((each) => selected.has(each))) return []
  const browser = await openBrowser()
  if (browser === undefined) return []
  try {
    const lines: Line[] = []
    for (const { group, name, glass, bound } of sights) {
      if (selected.has(group)) lines.push(...glassLines(name, await measureGlass(on, browser, glass), bound))
    }
    return selected.has('start') ? [...lines, ...(await measureStartUp(on, browser))] : lines
  } finally {
    await browser.close()
  }
}

/** One file, published by copy, for measures that need no drawn frames. */
async function measureByCopy(on: LivePlatform, selected: ReadonlySet<string>): Promise<Line[]> {
  const needsStream = ['viewers', 'clips', 'segments'].some((each) => selected.has(each))
  if (!byCopy.some((each) => selected.has(each))) return []
  const loop = await encodeLoop()
  try {
    const lines = selected.has('streams') ? await measureManyStreams(on, loop) : []
    if (!needsStream) return lines
    const stream = await on.stream({ latencyMode: 'low', reconnectWindowSeconds: 1800 })
    const encoder = loop.publish(on, stream.publishUrl)
    await live(on, stream)
    if (selected.has('viewers')) lines.push(...(await measureViewers(on, stream)))
    if (selected.has('clips')) lines.push(...(await measureClips(on, stream)))
    if (selected.has('segments')) lines.push(...(await measureSegments(on, { stream, encoder })))
    await encoder.stop()
    await endStream(on, stream.id)
    return lines
  } finally {
    loop.remove()
  }
}
