import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openBroadcast } from '#platform/video/hls/broadcast.ts'
import { openPackager } from '#platform/video/packager/packager.ts'
import { openSpool } from '#platform/video/spool/spool.ts'
import { audioHeader, programme, videoHeader } from '#test/video/madeEncoder.ts'
import { quietLog } from '#tools/bench/database.ts'

// A session of many hours by a clock that runs as fast as this process can: an encoder's messages become segments,
// which are played, recorded and evicted. It reconnects now and then. Prints one line of JSON.

/** Memory and store of a session after this much media, in bytes. */
export type SessionSample = { minutes: number; memoryBytes: number; localBytes: number }
/** Figures of a long session: its course, its media, and the content of the store after its end. */
export type SessionReport = {
  samples: SessionSample[]
  bytesPerMinute: number
  segmentBytes: number
  endStoreBytes: number
}

const [folder = '', hoursText, keptText] = process.argv.slice(2)
const minutesMax = Number(hoursText) * 60
const isKept = keptText === 'kept'
const windowSeconds = 600
/** Seconds that hold a whole number of audio frames. */
const chunkSeconds = 8
const frameBytes = 800
const reconnectEveryMinutes = 15
const awayMs = 3_000
const sampleEveryMinutes = 10
const [localFolder, storeFolder] = [join(folder, 'local'), join(folder, 'store')]
const prefix = 'media/00000001/session/'

const emitted = { segments: 0, byteCount: 0 }
let nowMs = Date.UTC(2026, 10, 21)

const spool = openSpool({
  folder: localFolder,
  files: openDiskFiles(storeFolder),
  prefix,
  isKept,
  windowSeconds,
  log: quietLog,
  onTrouble(trouble) {
    throw new Error(trouble)
  },
})
const broadcast = openBroadcast({ assetId: 'session', partSeconds: 0.334, windowSeconds, find: spool.find.bind(spool) })
const packager = openPackager({
  partSeconds: 0.334,
  segmentSecondsMin: 0.9,
  nowMs: () => nowMs,
  output: {
    init(init) {
      broadcast.init(init)
      spool.init(init)
    },
    part: (part) => broadcast.part(part),
    segment(segment, parts) {
      broadcast.segment(segment, parts)
      spool.segment(segment, parts)
      emitted.segments += 1
      emitted.byteCount += segment.byteCount
    },
    refused: (reason) => {
      throw new Error(reason.message)
    },
  },
})

const samples: SessionSample[] = []
let connectionMs = 0
connect()
for (let mediaSeconds = 0; mediaSeconds < minutesMax * 60; mediaSeconds += chunkSeconds) {
  if (mediaSeconds > 0 && isDue(reconnectEveryMinutes, mediaSeconds)) reconnect()
  send()
  await settle()
  if (isDue(sampleEveryMinutes, mediaSeconds)) samples.push(await sample(mediaSeconds / 60))
}
samples.push(await sample(minutesMax))
packager.flush()
broadcast.end()
await spool.close()
const report: SessionReport = {
  samples,
  bytesPerMinute: emitted.byteCount / minutesMax,
  segmentBytes: emitted.byteCount,
  endStoreBytes: bytesIn(storeFolder),
}
console.log(JSON.stringify(report))

/** Whether this chunk is the first one of another period of `everyMinutes` minutes. */
function isDue(everyMinutes: number, mediaSeconds: number): boolean {
  return mediaSeconds % (everyMinutes * 60) < chunkSeconds
}

function connect(): void {
  connectionMs = 0
  packager.begin()
  for (const tag of [videoHeader(), audioHeader()]) packager.tag(tag)
}

function reconnect(): void {
  packager.flush()
  broadcast.interrupted()
  nowMs += awayMs
  connect()
}

function send(): void {
  const startedMs = nowMs
  for (const tag of programme({ seconds: chunkSeconds, fromMs: connectionMs, bytes: frameBytes })) {
    nowMs = startedMs + tag.timestampMs - connectionMs
    packager.tag(tag)
  }
  connectionMs += chunkSeconds * 1000
  nowMs = startedMs + chunkSeconds * 1000
}

/** Waits for the disk, and plays like a viewer: the newest playlist, and its oldest segment. */
async function settle(): Promise<void> {
  while (spool.summary().segmentCount < emitted.segments) await sleep(0)
  const { text } = await broadcast.mediaPlaylist()
  const number = Number(/\/s(\d+)\.m4s/.exec(text.bytes.toString())?.[1])
  const oldest = broadcast.segmentData(number)
  if (oldest === undefined) throw new Error(`segment ${number} is in the playlist, and nowhere else`)
  if (!Buffer.isBuffer(oldest)) await oldest.read()
}

async function sample(minutes: number): Promise<SessionSample> {
  // Pending work, and objects released by one collection, are freed at the next.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await sleep(10)
  }
  const { heapUsed, external } = process.memoryUsage()
  return { minutes: Math.round(minutes), memoryBytes: heapUsed + external, localBytes: bytesIn(localFolder) }
}

function bytesIn(of: string): number {
  try {
    const entries = readdirSync(of, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  } catch {
    return 0
  }
}
