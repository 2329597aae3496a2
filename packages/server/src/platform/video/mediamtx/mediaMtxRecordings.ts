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
  /** Recorded window of a path within a range; undefined when it is empty. */
  window(path: string, range: Window): Promise<Window | undefined>
  /** Cuts a clip. Waits for the end of the clip where it lies in the future. Throws FinishFailed. */
  cutClip(path: string, order: Omit<ClipWork, 'source'>): Promise<CutClip>
  /** Stores the recording within a range as an asset; undefined when it is empty. Retries for ten minutes. */
  store(path: string, range: Window, target: string): Promise<FinishedVideo | undefined>
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
const attemptsMax = 15
/** Attempts after which an empty list of recordings is final. */
const emptyAttemptsMax = 3
/** Limit of spans, and so of reconnects, in one session. */
const spansMax = 500

type Parts = RecordingsOptions & { closing: AbortSignal }

/** Opens the conversion of recordings into assets. */
export function openRecordings(options: RecordingsOptions): Recordings {
  const closing = new AbortController()
  const parts = { ...options, closing: closing.signal }
  return {
    async window(path, range) {
      const spans = await spansOf(parts, path, range)
      const [first, toMs] = [spans[0], endOf(spans)]
      return first === undefined || toMs === undefined ? undefined : { fromMs: first.startMs, toMs }
    },
    async cutClip(path, order) {
      const spans = await waitForSpans(parts, path, order)
      if (spans.length === 0) throw new FinishFailed('outside_range', 'There is nothing to cut from.')
      const draft = assetPrefix(order.accountId, randomUUID())
      try {
        const made = await storeSpans(parts, { path, spans, target: draft })
        return await cutWithin(parts, { draft, made, spans, order })
      } finally {
        await options.files.removeAll(draft)
      }
    },
    store: (path, range, target) => storeRange(parts, { path, range, target }),
    close: () => closing.abort(),
  }
}

async function spansOf({ api }: Parts, path: string, { fromMs, toMs }: Window): Promise<Span[]> {
  const spans = await api.spans(path, { fromMs, toMs })
  return spans.slice(0, spansMax)
}

async function waitForSpans(parts: Parts, path: string, range: Window): Promise<Span[]> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const spans = await spansOf(parts, path, range)
    const end = endOf(spans)
    if ((end !== undefined && end >= range.toMs - pollMs) || waitedMs >= clipWaitMsMax) return spans
    await sleep(pollMs)
  }
}

type SpanImport = { path: string; spans: readonly Span[]; target: string }

/** Downloads spans and stores them as one asset, with the programme times of the spans. */
async function storeSpans(
  { api, files, finisher, folder, closing }: Parts,
  spanImport: SpanImport,
): Promise<FinishedVideo> {
  const fetched: { path: string; startsAtMs: number }[] = []
  const job = randomUUID()
  try {
    for (const [index, span] of spanImport.spans.entries()) {
      const path = join(folder, `${job}-${index}.mp4`)
      fetched.push({ path, startsAtMs: span.startMs })
      await api.fetch(spanImport.path, span, { path, signal: closing })
    }
    const [first, ...following] = fetched
    if (first === undefined) throw new FinishFailed('source_missing', 'The recording is empty.')
    const { target } = spanImport
    await files.removeAll(target)
    return await finisher.importFile({ ...first, following, target, signal: closing })
  } finally {
    await Promise.all(fetched.map((each) => rm(each.path, { force: true })))
  }
}

type RangeImport = { path: string; range: Window; target: string }

async function storeRange(parts: Parts, { path, range, target }: RangeImport): Promise<FinishedVideo | undefined> {
  for (let attempts = 1; ; attempts++) {
    await sleep(retryDelayMs(backOff, attempts), undefined, { signal: parts.closing })
    try {
      const spans = await spansOf(parts, path, range)
      if (spans.length > 0) return await storeSpans(parts, { path, spans, target })
      if (attempts >= emptyAttemptsMax) return undefined
    } catch (error) {
      parts.closing.throwIfAborted()
      const isPermanent = error instanceof FinishFailed && permanentReasons.has(error.reason)
      if (isPermanent || attempts >= attemptsMax) throw error
      parts.log.warn('fetching a recording from MediaMTX failed and is retried', { path, error: messageOf(error) })
    }
  }
}

/** Asset of the downloaded spans at `draft`, and the clip to cut from it. */
type CutParts = { draft: string; made: FinishedVideo; spans: readonly Span[]; order: Omit<ClipWork, 'source'> }

/**
 * Cuts the clip out of the download, which begins with the key frame before the requested start. Its programme time is
 * too late by the difference between its duration and the requested one.
 */
async function cutWithin({ files, cut }: Parts, { draft, made, spans, order }: CutParts): Promise<CutClip> {
  const requestedSeconds = spans.reduce((sum, { seconds }) => sum + seconds, 0)
  const aheadMs = Math.max(0, made.durationSeconds - requestedSeconds) * 1000
  const endAheadMs = spans.length === 1 ? aheadMs : 0
  const shifted = { fromMs: order.fromMs + aheadMs, toMs: order.toMs + endAheadMs }
  const clip = await cut(await openAsset(files, draft), { ...order, ...shifted })
  return { ...clip, fromMs: clip.fromMs - aheadMs, toMs: clip.toMs - endAheadMs }
}

/** Reasons of permanent failures, which are not retried. */
const permanentReasons = new Set(['not_a_video', 'damaged', 'unsupported_codec', 'too_large'])

function endOf(spans: readonly Span[]): number | undefined {
  const last = spans.at(-1)
  return last === undefined ? undefined : last.startMs + last.seconds * 1000
}
