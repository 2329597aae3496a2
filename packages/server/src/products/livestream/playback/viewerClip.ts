import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, line, nameLine } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { clipCreated } from '#products/livestream/facts.ts'
import {
  type Clippable,
  clippableByViewer,
  clipsDisabled,
  clipTooLong,
  notLive,
  outsideWindow,
} from '#products/livestream/stream/clippable.ts'
import { clipShape, makeClip, rangeOf } from '#products/livestream/stream/streamClip.ts'
import { grantOf } from './grants.ts'
import { findVideo, mayWatch } from './playedVideo.ts'

/** Limit of clips of one stream per minute, for all viewers together. */
const perMinuteMax = 30

export const operations = [
  operation('livestream.video.clip', {
    route: 'POST /public/video/clip',
    title: 'Video - Clip',
    description:
      'Makes a clip of what a viewer watches, where the owner allows that: the stretch between two programme times ' +
      'at the viewer’s playhead.',
    scope: '',
    credential: 'none',
    input: closed({
      playbackId: idOf('plb'),
      token: Type.Optional(line(2000, { description: 'A viewer token, for a closed video.' })),
      startTime: dateTime({ description: 'Programme time at which it begins.' }),
      endTime: dateTime({ description: 'Programme time at which it ends.' }),
      title: Type.Optional(nameLine(140, { description: 'Title; the title of the video when left out.' })),
    }),
    output: closed(clipShape),
    emits: [clipCreated],
    reasons: [reasons.invalidTransition, clipsDisabled, clipTooLong, notLive, outsideWindow],
    example: {
      playbackId: madeFirst('livestream.stream', { as: 'plb', has: 'media' }),
      startTime: '2026-11-21T09:00:01Z',
      endTime: '2026-11-21T09:00:06Z',
    },
    async handle(ctx, { playbackId, token, startTime, endTime, title }) {
      const range = rangeOf({ startTime, endTime })
      const video = await findVideo(ctx, playbackId)
      const grant = await grantOf(ctx, token)
      if (video === undefined || !mayWatch(video, grant)) throw problem(reasons.notFound)
      const source = await clippableByViewer(ctx, { ...video, isLive: video.media?.kind === 'live' })
      await refuseFlood(ctx, source)
      return (await makeClip(ctx, source, { range, title })).view
    },
  }),
]

/** Throws rate_limited for clips beyond the limit, so that viewers cannot fill an owner's library. */
async function refuseFlood(ctx: Ctx, { parent }: Clippable): Promise<void> {
  const since = new Date(ctx.now().getTime() - 60_000).toISOString()
  const values = [ctx.account.id, uuidOf('str', parent.streamId), since]
  const [row] = await ctx.db.rows(countLately, values)
  if ((row?.made ?? 0) >= perMinuteMax) throw problem(reasons.rateLimited, { retryAfterSeconds: 60 })
}

const countLately = statement(
  'livestream_static.countClipsLately',
  'account',
  `select count(*)::integer as made from (select 1 from livestream_static where account_id = $1
   and parent_stream_id = $2 and created_at > $3 and source = 'clip' and deleted_at is null limit ${perMinuteMax}) c`,
)
