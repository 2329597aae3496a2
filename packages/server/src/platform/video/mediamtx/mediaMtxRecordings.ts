import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import type { ClipWork } from '#platform/video/videoWorkPort.ts'
import type { Files } from '#platform/files/files.ts'
import { messageOf } from '#platform/startProblem.ts'
import { openAsset, type AssetSource } from '#platform/video/asset/assetSource.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import { FinishFailed } from '#platform/video/finish/finishFailed.ts'
import type { Finisher, FinishedVideo } from '#platform/video/finish/finisher.ts'
import type { CutClip, Window } from '#platform/video/live/heldSession.ts'
import type { Span } from './mediaMtxResponses.ts'
import type { MediaMtxApi } from './mediaMtxApi.ts'

/** Recordings of MediaMTX, converted into assets. */
export type Recordings = {
  /** The recorded window of a path within a range. */
  window(path: string, range: Window): Promise<Window | undefined>
  /** Cuts a clip and waits for an end in the future. Throws FinishFailed. */
  cutClip(path: string, order: Omit<ClipWork, 'source'>): Promise<CutClip>
  /** Makes an asset of the recording within a range; undefined when it is empty. Retries for ten minutes. */
  bring(path: string, range: Window, target: string): Promise<FinishedVideo | undefined>
  /** Aborts running downloads. */
  close(): void
}

export type RecordingsOptions = {
  api: MediaMtxApi
  files: Files
  finisher: Finisher
  /** Folder on the local disk for downloads. */
  folder: string
  /** Cuts a clip with a poster from an asset, by programme time. */
  cut(source: AssetSource, order: Omit<ClipWork, 'source'>): Promise<CutClip>
  log: Log
}

/** Longest wait for the end of a clip in the future, as in the embedded engine. */
const clipWaitMsMax = 12_000
const pollMs = 500
/** Time in which MediaMTX closes its last file after the encoder disconnected. */
const settleMs = 1_000
/** Delays before the attempts to fetch a recording. */
const backOff: BackOff = { delaysMs: doublingDelaysMs(settleMs, 60_000), jitterShare: 0 }
const triesMax = 15
/** Attempts after which an empty list of recordings is final. */
const emptyTriesMax = 3
/** Limit of spans, and so of reconnects, in one session. */
const spansMax = 500

type Shop = RecordingsOptions & { closing: AbortSignal }

/** Opens the conversion of recordings into assets. */
export function openRecordings(options: RecordingsOptions): Recordings {
  const closing = new AbortController()
  const shop = { ...options, closing: closing.signal }
  return {
    async window(path, range) {
      const spans = await spansOf(shop, path, range)
      const [first, toMs] = [spans[0], endOf(spans)]
      return first === undefined || toMs === undefined ? undefined : { fromMs: first.startMs, toMs }
    },
    async cutClip(path, order) {
      const spans = await waitForSpans(shop, path, order)
      if (spans.length === 0) throw new FinishFailed('outside_range', 'There is nothing to cut from.')
      const rough = assetPrefix(order.accountId, randomUUID())
      try {
        const made = await make(shop, { path, spans, target: rough })
        return await cutWithin(shop, { rough, made, spans, order })
      } finally {
        await options.files.removeAll(rough)
      }
    },
    bring: (path, range, target) => bring(shop, { path, range, target }),
    close: () => closing.abort(),
  }
}

async function spansOf({ api }: Shop, path: string, { fromMs, toMs }: Window): Promise<Span[]> {
  const spans = await api.spans(path, { fromMs, toMs })
  return spans.slice(0, spansMax)
}

async function waitForSpans(shop: Shop, path: string, range: Window): Promise<Span[]> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const spans = await spansOf(shop, path, range)
    const end = endOf(spans)
    if ((end !== undefined && end >= range.toMs - pollMs) || waitedMs >= clipWaitMsMax) return spans
    await sleep(pollMs)
  }
}

type Making = { path: string; spans: readonly Span[]; target: string }

/** Downloads spans and makes one asset of them, with the programme times of the spans. */
async function make({ api, files, finisher, folder, closing }: Shop, making: Making): Promise<FinishedVideo> {
  const fetched: { path: string; startsAtMs: number }[] = []
  const job = randomUUID()
  try {
    for (const [index, span] of making.spans.entries()) {
      const path = join(folder, `${job}-${index}.mp4`)
      fetched.push({ path, startsAtMs: span.startMs })
      await api.fetch(making.path, span, { path, signal: closing })
    }
    const [first, ...following] = fetched
    if (first === undefined) throw new FinishFailed('source_missing', 'Nothing of it is recorded.')
    const { target } = making
    await files.removeAll(target)
    return await finisher.importFile({ ...first, following, target, signal: closing })
  } finally {
    await Promise.all(fetched.map((each) => rm(each.path, { force: true })))
  }
}

type Bringing = { path: string; range: Window; target: string }

async function bring(shop: Shop, { path, range, target }: Bringing): Promise<FinishedVideo | undefined> {
  for (let tries = 1; ; tries++) {
    await sleep(retryDelayMs(backOff, tries), undefined, { signal: shop.closing })
    try {
      const spans = await spansOf(shop, path, range)
      if (spans.length > 0) return await make(shop, { path, spans, target })
      if (tries >= emptyTriesMax) return undefined
    } catch (error) {
      shop.closing.throwIfAborted()
      const isLasting = error instanceof FinishFailed && lasting.has(error.reason)
      if (isLasting || tries >= triesMax) throw error
      shop.log.warn('a recording is not fetched from MediaMTX yet', { path, error: messageOf(error) })
    }
  }
}

type Rough = { rough: string; made: FinishedVideo; spans: readonly Span[]; order: Omit<ClipWork, 'source'> }

/**
 * Cuts the clip out of the download, which begins with the key frame before the requested start. Its programme time is
 * too late by the difference between its duration and the requested one.
 */
async function cutWithin({ files, cut }: Shop, { rough, made, spans, order }: Rough): Promise<CutClip> {
  const askedSeconds = spans.reduce((sum, { seconds }) => sum + seconds, 0)
  const aheadMs = Math.max(0, made.durationSeconds - askedSeconds) * 1000
  const endAheadMs = spans.length === 1 ? aheadMs : 0
  const shifted = { fromMs: order.fromMs + aheadMs, toMs: order.toMs + endAheadMs }
  const clip = await cut(await openAsset(files, rough), { ...order, ...shifted })
  return { ...clip, fromMs: clip.fromMs - aheadMs, toMs: clip.toMs - endAheadMs }
}

/** Permanent failures: a retry does not help. */
const lasting = new Set(['not_a_video', 'damaged', 'unsupported_codec', 'too_large'])

function endOf(spans: readonly Span[]): number | undefined {
  const last = spans.at(-1)
  return last === undefined ? undefined : last.startMs + last.seconds * 1000
}
