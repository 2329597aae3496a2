import { retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { OutboundRefused } from '#platform/net/outboundRefused.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { captionFailed, captionFetched } from '#products/livestream/facts.ts'
import { details, type Details } from './details.ts'
import { findTracks, replaceTracks, writeTrack, type RequestedTrack, type TrackRow } from './trackRow.ts'
import { CaptionError, toWebVtt } from './vtt.ts'

/** Largest caption file, in bytes: about ten hours of speech. */
const captionBytesMax = 1_048_576
/** Retry schedule of a caption file; after the last delay the track is failed. */
const backOff: BackOff = { delaysMs: [5_000, 30_000, 120_000, 600_000], jitterShare: 0 }
const attemptsMax = backOff.delaysMs.length + 1

type Caption = Details['captions'][number]
/**
 * Captions of a sheet before and after a write. `textFrom`: by position, the former position of a text that is kept
 * without a fetch; null for a file to fetch.
 */
type Change = {
  before: readonly Caption[]
  after: readonly Caption[]
  textFrom?: readonly (number | null)[]
}

/**
 * Schedules a fetch of each caption file of a sheet for after the commit. Until then a caption keeps the text of the
 * earlier caption with its address, else with its language and kind. Call inside `ctx.atomic`, with the sheet claimed.
 */
export async function requestTracks(ctx: Ctx, detailsId: string, change: Change): Promise<void> {
  const at = ctx.now()
  const tracks = requestedTracks(change)
  await replaceTracks(ctx, detailsId, { tracks, at })
  for (const { position } of tracks.filter(({ isKept }) => !isKept)) {
    ctx.later(fetchCaption, { detailsId, position, at: at.toISOString() }, at)
  }
}

/** Writes texts as the ready tracks of a sheet, in the order of its captions. Call inside `ctx.atomic`. */
export async function storeTexts(
  ctx: Ctx,
  detailsId: string,
  { captions, texts }: { captions: readonly Caption[]; texts: readonly string[] },
): Promise<void> {
  await replaceTracks(ctx, detailsId, { tracks: requestedTracks({ before: [], after: captions }), at: ctx.now() })
  for (const track of (await findTracks(ctx, [detailsId])).get(detailsId) ?? []) {
    await writeTrack(ctx, track, { status: 'ready', attempts: 1, error: null, vtt: texts[track.position] ?? '' })
  }
}

function requestedTracks({ before, after, textFrom = [] }: Change): RequestedTrack[] {
  const keptFrom = after.map((_, position) => textFrom[position] ?? null)
  const left = new Set(before.keys()).difference(new Set(keptFrom))
  const take = (isSame: (caption: Caption) => boolean) => {
    const found = [...left].find((position) => before[position] !== undefined && isSame(before[position]))
    if (found !== undefined) left.delete(found)
    return found ?? null
  }
  const byUrl = after.map(({ url }, position) => keptFrom[position] ?? take((each) => each.url === url))
  return after.map(({ url, language, kind }, position) => ({
    position,
    url,
    textFrom: byUrl[position] ?? take((each) => each.language === language && each.kind === kind),
    isKept: typeof keptFrom[position] === 'number',
  }))
}

/** Fetches one caption file. A result for an address that has changed since is dropped. */
export const fetchCaption = outboundTask(
  'livestream.details.fetchCaption',
  'Fetches a caption file and turns it into WebVTT.',
  Type.Object({ detailsId: Type.String(), position: Type.Integer(), at: Type.String() }),
  {
    async handle(ctx, payload) {
      const track = await pendingTrack(ctx, payload)
      if (track === undefined) return
      const fetched = await fetchText(ctx, track.url)
      await ctx.atomic((inner) => writeResult(inner, payload.detailsId, { track, fetched }))
    },
    async failed(ctx, payload) {
      const track = await pendingTrack(ctx, payload)
      const fetched = { error: 'The server could not process the file.', mayRetry: false }
      if (track !== undefined) await writeResult(ctx, payload.detailsId, { track, fetched })
    },
  },
)

type FetchPayload = { detailsId: string; position: number; at: string }

/** The pending track of a task; undefined when the track is ready, failed, or was requested again since. */
async function pendingTrack(ctx: Ctx, { detailsId, position, at }: FetchPayload): Promise<TrackRow | undefined> {
  const rows = (await findTracks(ctx, [detailsId])).get(detailsId) ?? []
  return rows.find((row) => row.position === position && row.status === 'pending' && row.asked_at === at)
}

export const tasks = [fetchCaption]

/** The WebVTT text of a file, or the error of its fetch and whether a retry may succeed. */
type Fetched = { vtt: string } | { error: string; mayRetry: boolean }

async function fetchText(ctx: Ctx, url: string): Promise<Fetched> {
  const request = { accountId: ctx.account.id, bytesMax: captionBytesMax }
  try {
    const { status, text } = await ctx.port(outboundPort).text(url, request)
    if (status === 200) return { vtt: await toWebVtt(text) }
    return { error: `The file answers with status ${status}.`, mayRetry: status === 429 || status >= 500 }
  } catch (error) {
    if (error instanceof CaptionError) return { error: `Line ${error.line} ${error.message}.`, mayRetry: false }
    const message = error instanceof Error ? error.message : 'cannot be fetched'
    return { error: `The file ${message}.`, mayRetry: !(error instanceof OutboundRefused) }
  }
}

async function writeResult(ctx: Ctx, detailsId: string, { track, fetched }: { track: TrackRow; fetched: Fetched }) {
  if (!(await lockForUpdate(ctx, details, detailsId))) return
  const attempts = track.attempts + 1
  if ('vtt' in fetched) {
    const isWritten = await writeTrack(ctx, track, { status: 'ready', attempts, error: null, vtt: fetched.vtt })
    if (isWritten) await emitResult(ctx, detailsId, { track, error: null })
    return
  }
  const { error, mayRetry } = fetched
  const delayMs = mayRetry && attempts < attemptsMax ? retryDelayMs(backOff, attempts) : undefined
  const status = delayMs === undefined ? 'failed' : 'pending'
  if (!(await writeTrack(ctx, track, { status, attempts, error, vtt: null }))) return
  if (delayMs === undefined) return emitResult(ctx, detailsId, { track, error })
  const payload = { detailsId, position: track.position, at: track.asked_at }
  ctx.later(fetchCaption, payload, new Date(ctx.now().getTime() + delayMs))
}

async function emitResult(ctx: Ctx, detailsId: string, { track, error }: { track: TrackRow; error: string | null }) {
  const sheet = await ctx.store.get(details, detailsId)
  const caption = sheet.captions[track.position]
  if (caption === undefined) return
  const { targetType, targetId, locale } = sheet
  const { language, label, kind, url } = caption
  const payload = { detailsId, targetType, targetId, locale, language, label, kind, url }
  if (error === null) ctx.emit(captionFetched, payload, sheet)
  else ctx.emit(captionFailed, { ...payload, error }, sheet)
}
