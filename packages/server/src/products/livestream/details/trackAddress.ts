import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idOf, line, matching, whole } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { isPublic } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { grantOf } from '#products/livestream/playback/grants.ts'
import { findVideo, mayWatch } from '#products/livestream/playback/playedVideo.ts'
import { chaptersVtt } from './chapters.ts'
import { details, type Details } from './details.ts'
import { isTargetOpen } from './detailsTarget.ts'
import { textOfTrack } from './trackRow.ts'

const description = '`chapters.vtt`, or `captions-0.vtt` for the first of `captions`.'

export const operations = [
  operation('livestream.details.track', {
    route: 'GET /public/video/details/{detailsId}/{track}',
    title: 'Details - Track as WebVTT',
    description:
      'A chapter or caption track of a published sheet of an open video or a public channel, for a player; of a ' +
      'closed video for viewers with a grant.',
    scope: '',
    credential: 'none',
    textType: 'text/vtt; charset=utf-8',
    input: closed({
      detailsId: idOf('det'),
      track: matching('^(chapters|captions-[0-9]{1,2})\\.vtt$', 20, { description }),
      token: Type.Optional(line(2000, { description: 'A viewer token, for the tracks of a closed video.' })),
      v: Type.Optional(whole(1, 2_147_483_647, { description: 'Any version: a new one invalidates cached copies.' })),
    }),
    output: Type.String(),
    example: { detailsId: madeFirst('livestream.details'), track: 'chapters.vtt' },
    async handle(ctx, { detailsId, track, token }) {
      const sheet = await openSheet(ctx, detailsId, token)
      if (track === 'chapters.vtt') return chaptersVtt(sheet)
      const position = Number.parseInt(track.slice('captions-'.length), 10)
      const text = await textOfTrack(ctx, detailsId, position)
      if (text === undefined) throw problem(reasons.notFound)
      return text
    },
  }),
]

/** A published sheet of an open target, or of the video that the token grants. Throws not_found for any other. */
async function openSheet(ctx: Ctx, detailsId: string, token: string | undefined): Promise<Details> {
  const sheet = await ctx.store.get(details, detailsId)
  if (!isPublic(details, sheet)) throw problem(reasons.notFound)
  if (await isTargetOpen(ctx, sheet.targetId)) return sheet
  const grant = await grantOf(ctx, token)
  const video = grant === undefined ? undefined : await findVideo(ctx, grant.playbackId)
  const isOfVideo = [video?.stream?.id, video?.static?.id].includes(sheet.targetId)
  if (video === undefined || !isOfVideo || !mayWatch(video, grant)) throw problem(reasons.notFound)
  return sheet
}
