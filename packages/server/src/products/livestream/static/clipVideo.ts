import { Type } from '#kit/values/schema.ts'
import type { Ctx, Made } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { videoWorkPort, type VideoSource } from '#platform/video/videoWorkPort.ts'
import { clipCreated, clipFailed, clipReady } from '#products/livestream/facts.ts'
import { attempted, givenUp, storeFailure, storeMedia, emitStatic } from './staticMedia.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'

/** Clip to create. Times in ms since 1970. */
export type ClipDraft = {
  source: VideoSource
  fromMs: number
  toMs: number
  /** Range of the request; undefined for a number of seconds before now, which means another range each time. */
  named: { fromMs: number; toMs: number } | undefined
  title: string
  description: string | null
  visibility: StaticVideo['visibility']
  isExact: boolean
  allowDownload: boolean
  /** The viewer who makes the clip; undefined for a clip of the owner. */
  author?: { id: string; name: string | null } | undefined
  parent: { streamId: string | null; sessionId: string | null; channelId: string | null; passwordHash: string | null }
}

/** Creates a clip and queues its cut. A repeated reference returns the first clip. Call inside `ctx.atomic`. */
export async function createClip(ctx: Ctx, draft: ClipDraft, clientReference?: string): Promise<Made<StaticVideo>> {
  const { title, description, visibility, parent, source, fromMs, toMs, named, isExact, author } = draft
  // A repeated reference with another range is refused, so the range is among the compared fields.
  const fields = { title, description, visibility, searchType: 'clip', clipRange: named && rangeOf(named) }
  const set = {
    source: 'clip',
    parentStreamId: parent.streamId,
    sessionId: parent.sessionId,
    channelId: parent.channelId,
    passwordHash: parent.passwordHash,
    allowDownload: draft.allowDownload,
    shelf: author === undefined ? 'own' : 'viewers',
    authorId: author?.id ?? null,
    authorName: author?.name ?? null,
    processing: { percent: 0, step: 'waiting' },
    clipRange: rangeOf({ fromMs, toMs }),
  }
  const how = { status: 'processing', set, isSilent: true, clientReference }
  const made = await ctx.store.create(staticVideo, fields, how)
  if (!made.created) return made
  emitStatic(ctx, clipCreated, made.record)
  const { id: staticId } = made.record
  ctx.later(cutClip, { staticId, source, fromMs, toMs, isExact, attempt: 1 }, ctx.now())
  return made
}

/** Task that cuts a clip. */
export const cutClip = outboundTask(
  'livestream.static.cutClip',
  'Cuts a clip out of a live stream or a recorded video.',
  Type.Object({
    staticId: Type.String(),
    source: Type.Unsafe<VideoSource>({ type: 'object' }),
    fromMs: Type.Number(),
    toMs: Type.Number(),
    isExact: Type.Boolean(),
    attempt: Type.Integer(),
  }),
  {
    async handle(ctx, order) {
      const { staticId, attempt } = order
      const record = await ctx.store.find(staticVideo, staticId)
      if (record?.status !== 'processing') return
      const assetUuid = uuidv7(ctx.now().getTime())
      const again = (at: Date) => ctx.later(cutClip, { ...order, attempt: attempt + 1 }, at)
      await attempted(ctx, { staticId, attempt, again, failed: clipFailed }, async () => {
        const { source, fromMs, toMs, isExact } = order
        const work = { accountId: ctx.account.id, source, fromMs, toMs, isExact, targetUuid: assetUuid }
        const made = await ctx.port(videoWorkPort).cutClip({ ...work, title: record.title ?? 'Clip' })
        await storeMedia(ctx, staticId, { assetUuid, made, patch: { clipRange: rangeOf(made) }, ready: clipReady })
      })
    },
    failed: (ctx, { staticId }) => storeFailure(ctx, { staticId, failed: clipFailed, isCurrent: isCutting }, givenUp()),
  },
)

const isCutting = async (_ctx: Ctx, { status }: StaticVideo): Promise<boolean> => status === 'processing'

export const tasks = [cutClip]

function rangeOf({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return { startTime: new Date(fromMs).toISOString(), endTime: new Date(toMs).toISOString() }
}
