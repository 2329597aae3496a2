import { Type } from 'typebox'
import type { Ctx } from '#kit/context.ts'
import { idOf, whole } from '#kit/fields.ts'
import { madeFirst, operation } from '#kit/operation.ts'
import { problem, reasons } from '#kit/problem.ts'
import { isPublic } from '#kit/resource.ts'
import { closed } from '#kit/standard.ts'
import { captionTrack } from './captions.ts'
import { chaptersVtt } from './chapters.ts'
import { captionsMax, details, type Details } from './details.ts'
import { isTargetPublic } from './reads.ts'

const webVtt = 'text/vtt; charset=utf-8'
const common = {
  detailsId: idOf('det'),
  v: Type.Optional(whole(1, 2_147_483_647, { description: 'Any version: a new one makes a cached copy old.' })),
}

export const operations = [
  operation('livestream.details.chapters', {
    route: 'GET /public/video/details/{detailsId}/chapters.vtt',
    title: 'Details - Chapters as WebVTT',
    description: 'The chapters of a published sheet of a public video or channel, for a player’s chapter track.',
    scope: '',
    credential: 'none',
    textType: webVtt,
    input: closed(common),
    output: Type.String(),
    example: { detailsId: madeFirst('livestream.details') },
    handle: async (ctx, { detailsId }) => chaptersVtt(await openSheet(ctx, detailsId)),
  }),
  operation('livestream.details.caption', {
    route: 'GET /public/video/details/{detailsId}/captions/{position}',
    title: 'Details - Caption as WebVTT',
    description: 'One caption track of a published sheet of a public video or channel.',
    scope: '',
    credential: 'none',
    textType: webVtt,
    input: closed({ ...common, position: whole(0, captionsMax - 1, { description: 'Its place in `captions`, from 0.' }) }),
    output: Type.String(),
    example: { detailsId: madeFirst('livestream.details'), position: 0 },
    async handle(ctx, { detailsId, position }) {
      await openSheet(ctx, detailsId)
      const track = await captionTrack(ctx, detailsId, position)
      if (track === undefined) throw problem(reasons.notFound)
      return track
    },
  }),
]

/** A sheet that anyone may read. Throws not_found for every other. */
async function openSheet(ctx: Ctx, detailsId: string): Promise<Details> {
  const sheet = await ctx.store.get(details, detailsId)
  if (!isPublic(details, sheet) || !(await isTargetPublic(ctx, sheet.targetId))) throw problem(reasons.notFound)
  return sheet
}
