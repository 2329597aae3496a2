import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { dateTime, idOf, line, nameLine } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { personKey } from '#platform/tally/personKey.ts'
import { clipCreated, clipShelfFilling } from '#products/livestream/facts.ts'
import { grantOf } from '#products/livestream/playback/grants.ts'
import { findVideo, mayWatch } from '#products/livestream/playback/playedVideo.ts'
import { authorNameMax, staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { createClip, type ClipDraft } from '#products/livestream/static/clipVideo.ts'
import {
  clipReasons,
  clipsDisabled,
  clippableByViewer,
  type ClippableByViewer,
} from '#products/livestream/stream/clippable.ts'
import { clipShape, clipView, draftOf, rangeOf, type RequestedRange } from '#products/livestream/stream/clipMaking.ts'
import { authorIdOf, clipAuthor, type AuthorInput, type ClipAuthor } from './clipAuthor.ts'
import { checkBounds, clipShelfFull, refuseBlocked, viewerBlocked } from './clipBounds.ts'

/** Input fields of a viewer. */
export const authorInput = {
  token: Type.Optional(line(2000, { description: 'A viewer token, for a closed video.' })),
  viewerId: Type.Optional(
    line(64, {
      description:
        'The random id of the viewer that heartbeats have. We keep a keyed hash of it. Viewers without one, or who ' +
        'have not watched lately, share the bounds of their network.',
    }),
  ),
  authorName: Type.Optional(nameLine(authorNameMax, { description: 'Name of the viewer, shown beside the clip.' })),
}

/** Reasons for which a viewer gets no clip, beside those of any clip. */
export const viewerReasons = [clipsDisabled, viewerBlocked, clipShelfFull]

export const operations = [
  operation('livestream.video.clip', {
    route: 'POST /public/video/clip',
    title: 'Video - Clip',
    description:
      'Makes a clip of what a viewer watches, where the owner allows that: the stretch between two programme times ' +
      'at the viewer’s playhead. It has an address to share, and is in no list before the owner features it. The ' +
      'same stretch of the same session gives the clip that is there.',
    scope: '',
    credential: 'none',
    rate: 'clip',
    seesClient: true,
    input: closed({
      playbackId: idOf('plb'),
      ...authorInput,
      startTime: dateTime({ description: 'Programme time at which it begins.' }),
      endTime: dateTime({ description: 'Programme time at which it ends.' }),
      title: Type.Optional(nameLine(140, { description: 'Title; the title of the video when left out.' })),
    }),
    output: closed(clipShape),
    emits: [clipCreated, clipShelfFilling],
    reasons: [...clipReasons, ...viewerReasons],
    example: {
      playbackId: madeFirst('livestream.stream', { as: 'plb', has: 'media' }),
      startTime: '2026-11-21T09:00:01Z',
      endTime: '2026-11-21T09:00:06Z',
    },
    async handle(ctx, { playbackId, startTime, endTime, ...input }) {
      const range = rangeOf({ startTime, endTime })
      return (await clipByViewer(ctx, playbackId, { ...input, range })).view
    },
  }),
]

/** A clip that a viewer wants. */
export type ViewerClipRequest = AuthorInput & {
  range: RequestedRange
  token?: string | undefined
  title?: string | undefined
}

/** Makes a clip of what a viewer watches, or returns that of the same range. Throws not_found and `viewerReasons`. */
export async function clipByViewer(ctx: Ctx, playbackId: string, request: ViewerClipRequest) {
  const video = await findVideo(ctx, playbackId)
  const grant = await grantOf(ctx, request.token)
  if (video === undefined || !mayWatch(video, grant)) throw problem(reasons.notFound)
  const source = await clippableByViewer(ctx, { ...video, isLive: video.media?.kind === 'live' })
  const author = await clipAuthor(ctx, request)
  const draft: ClipDraft = {
    ...draftOf(source, request),
    visibility: source.visibility === 'public' ? 'unlisted' : source.visibility,
    author: { id: authorIdOf(ctx, author), name: author.name },
  }
  const clip: Requested = { source, draft, author, cutKey: cutKeyOf(ctx, draft) }
  return ctx.once(async (inner) => {
    const { record, created } = await inner.atomic((writing) => findOrCreate(writing, clip))
    return { created, view: clipView(inner, record, { draft, source }) }
  })
}

type Requested = { source: ClippableByViewer; draft: ClipDraft; author: ClipAuthor; cutKey: string }

/** The lock makes viewers of an account take turns, so that each counts the clips of the others. */
async function findOrCreate(ctx: Ctx, { source, draft, author, cutKey }: Requested) {
  await ctx.lock('livestream.viewerClip')
  await refuseBlocked(ctx, author)
  const known = await findCut(ctx, cutKey)
  if (known !== undefined) return { record: known, created: false }
  const streamUuid = uuidOf('str', source.streamId) ?? ''
  const bytes = estimatedBytes(source, draft)
  const { usedBytes, limitBytes, isFilling } = await checkBounds(ctx, { author, streamUuid, bytes })
  const { record } = await createClip(ctx, draft)
  const { authorUuid, holderUuid, networkUuid } = author
  const own = [uuidOf(staticVideo.prefix, record.id), ctx.now().toISOString(), streamUuid, cutKey]
  await ctx.db.rows(insertClip, [ctx.account.id, ...own, authorUuid, holderUuid, networkUuid, bytes, isFilling])
  if (isFilling) ctx.emit(clipShelfFilling, { usedBytes, limitBytes }, record)
  return { record, created: true }
}

/** The clip of a viewer with the same cut that can be watched, or will be. */
async function findCut(ctx: Ctx, cutKey: string): Promise<StaticVideo | undefined> {
  const [row] = await ctx.db.rows(findByCut, [ctx.account.id, cutKey])
  return row === undefined
    ? undefined
    : ctx.store.find(staticVideo, encodeId(staticVideo.prefix, ctx.account.id, row.id))
}

/** Key of a range of a session, live or recorded; of an asset where the video has no session. */
function cutKeyOf(ctx: Ctx, { source, parent, fromMs, toMs }: ClipDraft): string {
  const of = parent.sessionId ?? ('assetUuid' in source ? source.assetUuid : source.session.sessionUuid)
  return personKey(ctx.port(keyHashPort)('livestream.cut').toString('hex'), `${of} ${fromMs} ${toMs}`)
}

/** Bitrate where the engine does not know it. */
const bytesPerSecondGuess = 1_000_000
/** Seconds from the last key frame before the begin. */
const leadSeconds = 4
/** A clip is stored as segments and as a file. */
const copies = 2

function estimatedBytes({ window }: ClippableByViewer, { fromMs, toMs }: ClipDraft): number {
  const seconds = (toMs - fromMs) / 1000 + leadSeconds
  return Math.ceil(seconds * (window.bytesPerSecond ?? bytesPerSecondGuess) * copies)
}

const findByCut = statement(
  'livestream_viewer_clip.findByCut',
  'account',
  `select s.id from livestream_viewer_clip c
   join livestream_static s on s.account_id = c.account_id and s.id = c.id
   where c.account_id = $1 and c.cut_key = $2 and s.deleted_at is null and s.status in ('processing', 'published')
     and s.visibility <> 'private' limit 1`,
)

const insertClip = statement(
  'livestream_viewer_clip.insert',
  'account',
  `insert into livestream_viewer_clip
     (account_id, id, made_at, stream_id, cut_key, author_id, holder_id, network_id, reserved_bytes, is_filling)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
