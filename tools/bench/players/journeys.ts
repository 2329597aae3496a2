import { setTimeout as sleep } from 'node:timers/promises'
import { arrayOf, objectOf } from '#test/world/world.ts'
import type { EncodedLoop } from '#tools/bench/video/encodedLoop.ts'
import { live, wait, type BenchEncoder, type BenchStream, type LivePlatform } from '#tools/bench/video/livePlatform.ts'
import {
  absenceCell,
  delayCell,
  endCell,
  endMsMax,
  playCell,
  soundCell,
  startCell,
  type Cell,
  type Step,
} from './cells.ts'
import { errorIn, startSeconds } from './course.ts'
import type { Observed } from './observed.ts'

/** Loops of an encoder whose settings change. */
export type Loops = { usual: EncodedLoop; larger: EncodedLoop; silent: EncodedLoop }

/** Platform, players and encoders of a journey, with the receivers of its cells and playlists. */
export type Journey = {
  on: LivePlatform
  observed: readonly Observed[]
  loops: Loops
  note(of: Observed, step: Step, cell: Cell): void
  /** Keeps a playlist, for the report of red cells. */
  keep(name: string, playlist: string): void
}

/** Journeys by name. */
export const journeys = { starts: startJourney, long: longJourney, early: earlyJourney, sound: soundJourney }

/** Height of the larger loop. */
export const largerHeight = 480
const leadMs = 8_000
/** Openings of a player, each this much later in a segment, and the longest wait for frames. */
const openings = 5
const phaseMs = 430
const startMs = 9_000
const awayMs = 4_000
const settleMs = 20_000

/** Openings at different times within a segment. */
async function startJourney(journey: Journey): Promise<void> {
  const { observed, note } = journey
  const air = await goOnAir(journey, journey.loops.usual)
  await sleep(leadMs)
  const starts = new Map<Observed, (number | undefined)[]>(observed.map((each) => [each, []]))
  for (let opening = 0; opening < openings; opening++) {
    await openAll(observed, air)
    await sleep(startMs + opening * phaseMs)
    for (const each of observed) starts.get(each)?.push(startSeconds(each))
  }
  for (const [each, seconds] of starts) note(each, 'start', startCell(seconds))
  await end(journey, air)
}

/** Half a minute, an encoder that reconnects, then with larger frames, the end, and the replay. */
async function longJourney(journey: Journey): Promise<void> {
  const { observed, loops, note } = journey
  const air = await goOnAir(journey, loops.usual)
  await sleep(leadMs)
  await openAll(observed, air)
  await sleep(33_000)
  for (const each of observed) {
    note(each, '30 s', playCell(each))
    note(each, 'delay', delayCell(each))
  }
  await reopenFailed(observed, air)
  const late = await reconnect(journey, air, loops.usual)
  for (const each of observed) note(each, 'late', absenceCell(each, late))
  await reopenFailed(observed, air)
  const larger = await reconnect(journey, air, loops.larger)
  const absence = { ...larger, heightAfter: largerHeight }
  for (const each of observed) note(each, 'size', absenceCell(each, absence))
  await reopenFailed(observed, air)
  await endAndReplay(journey, air, 'replay')
}

/** An encoder that goes within the first 12 seconds and returns. */
async function earlyJourney(journey: Journey): Promise<void> {
  const air = await goOnAir(journey, journey.loops.usual)
  await openAll(journey.observed, air)
  await sleep(Math.max(0, air.beganAtMs + leadMs - Date.now()))
  const absence = await reconnect(journey, air, journey.loops.usual)
  for (const each of journey.observed) journey.note(each, 'early', absenceCell(each, absence))
  await end(journey, air)
}

/** An encoder that begins without audio and returns with it. */
async function soundJourney(journey: Journey): Promise<void> {
  const air = await goOnAir(journey, journey.loops.silent)
  await sleep(leadMs)
  await openAll(journey.observed, air)
  await sleep(leadMs)
  const absence = await reconnect(journey, air, journey.loops.usual)
  for (const each of journey.observed) journey.note(each, 'sound', soundCell(each, absence))
  await end(journey, air)
}

/** A live stream with its encoder. `seams`: positions at which its encoder went. */
type Air = {
  name: string
  stream: BenchStream
  encoder: BenchEncoder
  url: string
  /** Media playlist of the session; unknown until it is read. */
  mediaUrl?: string
  beganAtMs: number
  seams: number[]
  awayMs: number
}

async function goOnAir({ on }: Journey, loop: EncodedLoop): Promise<Air> {
  const stream = await on.stream({ latencyMode: 'low', record: true, reconnectWindowSeconds: 120 })
  const beganAtMs = Date.now()
  const encoder = loop.publish(on, stream.publishUrl)
  await live(on, stream)
  const url = `${on.url}/hls/${stream.playbackId}/main.m3u8`
  return { name: stream.id, stream, encoder, url, beganAtMs, seams: [], awayMs: 0 }
}

/** The address that a multivariant playlist names: after the end, a new one names the replay. */
async function mediaPlaylistOf(url: string): Promise<string> {
  const text = await (await fetch(url)).text()
  return new URL(/^[^#\n].*$/m.exec(text)?.[0] ?? '', url).href
}

async function openAll(observed: readonly Observed[], air: Air): Promise<void> {
  const { url, stream, beganAtMs } = air
  const playback = { url, playbackId: stream.playbackId, loopBeganAtMs: beganAtMs }
  for (const each of observed) await each.open(playback)
}

/** Opens players again that failed, ended or stand still: one step does not spoil the next. */
async function reopenFailed(observed: readonly Observed[], air: Air): Promise<void> {
  const failed = observed.filter(({ samples }) => {
    const recent = samples.slice(-10)
    const isStill = (recent.at(-1)?.position ?? 0) === (recent[0]?.position ?? 0)
    return errorIn(samples) !== undefined || samples.at(-1)?.isEnded === true || isStill
  })
  if (failed.length === 0) return
  await openAll(failed, air)
  await sleep(leadMs)
}

/** Kills the encoder, publishes again after a while, and waits until players have had time to settle. */
async function reconnect(journey: Journey, air: Air, loop: EncodedLoop) {
  const wentAtMs = Date.now()
  air.seams.push((wentAtMs - air.beganAtMs - air.awayMs) / 1000)
  await air.encoder.stop()
  await sleep(awayMs / 2)
  await keepPlaylist(journey, air, `${air.seams.length} away`)
  await sleep(awayMs / 2)
  const backAtMs = Date.now()
  air.awayMs += backAtMs - wentAtMs
  air.encoder = loop.publish(journey.on, air.stream.publishUrl)
  await sleep(settleMs / 4)
  await keepPlaylist(journey, air, `${air.seams.length} back`)
  await sleep((settleMs * 3) / 4)
  return { wentAtMs, backAtMs }
}

async function keepPlaylist({ keep }: Journey, air: Air, when: string): Promise<void> {
  air.mediaUrl ??= await mediaPlaylistOf(air.url)
  const response = await fetch(air.mediaUrl)
  keep(when, `${response.status}\n${await response.text()}`)
}

async function end({ on }: Journey, { stream, encoder }: Air): Promise<number> {
  const endedAtMs = Date.now()
  await on.update('stream/update', { streamId: stream.id, action: 'end' })
  await encoder.stop()
  return endedAtMs
}

async function endAndReplay(journey: Journey, air: Air, step: Step): Promise<void> {
  const { on, observed, note } = journey
  const endedAtMs = await end(journey, air)
  const isOver = ({ samples }: Observed) => samples.at(-1)?.isEnded === true || errorIn(samples) !== undefined
  await wait('the end', async () => (observed.every(isOver) ? true : undefined), endMsMax).catch(() => undefined)
  await keepPlaylist(journey, air, 'ended')
  for (const each of observed) note(each, 'end', endCell(each.samples, endedAtMs))
  const seconds = await wait('a recording', async () => {
    const items = arrayOf((await on.call('static/all?source=recording&limit=100'))['items']).map(objectOf)
    const found = items.find(({ parentStreamId }) => parentStreamId === air.stream.id)
    return found === undefined ? undefined : Number(found['durationSeconds'])
  })
  await openAll(observed, { ...air, beganAtMs: 0 })
  await sleep(5_000)
  const faults = new Map<Observed, string>()
  const fault = (of: Observed, text: string) => faults.has(of) || faults.set(of, text)
  for (const each of observed) if (startSeconds(each) === undefined) fault(each, 'does not start')
  const near = [...air.seams, seconds]
  for (const seam of near) await playOver(observed, { seam, seconds, fault })
  for (const each of observed) {
    const text = errorIn(each.samples) ?? faults.get(each)
    note(each, step, text === undefined ? { text: 'ok', isRed: false } : { text, isRed: true })
  }
}

type Over = { seam: number; seconds: number; fault(of: Observed, text: string): void }

/** Seeks to shortly before a seam, or the end, and plays over it. */
async function playOver(observed: readonly Observed[], { seam, seconds, fault }: Over): Promise<void> {
  for (const { player } of observed) await player.seek?.(seam - 4)
  await sleep(11_000)
  for (const each of observed) {
    const last = each.samples.at(-1)
    const isPast = seam === seconds ? last?.isEnded === true : last !== undefined && last.position > seam + 3
    const at = `${last?.position.toFixed(1)} of ${seam.toFixed(1)} s`
    // A player without seeks has read everything by now.
    if (!isPast && (each.player.seek !== undefined || seam === seconds))
      fault(each, seam === seconds ? `no end: ${at}` : `stops: ${at}`)
  }
}
