import type { Ctx } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { idOf, matching } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reason, reasons } from '#kit/call/problem.ts'
import { closed, ifVersion, versionOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'
import { staticUpdated } from '#products/livestream/facts.ts'
import { playbackOf } from '#products/livestream/records/playbackAddresses.ts'
import { servesPoster, staticVideo } from '#products/livestream/records/staticVideo.ts'

/** Refusal of a poster for a video whose media are not stored here. */
const noMedia = reason('conflict', 'no_media', 'The video has no media of its own for a poster to show.')

/** Longest poster in base64 characters: the body limit less the other fields. */
const posterCharsMax = 900_000
const base64Pattern = '^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'

/** A JPEG of 16 by 16 pixels, grey. */
const examplePoster =
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ' +
  '2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA' +
  '/8AAEQgAEAAQAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q=='

export const operations = [
  companion(
    operation('livestream.static.setPoster', {
      route: 'POST /api/video/static/setPoster',
      title: 'Static - Set Poster',
      description:
        'Stores a poster of a video, for servers that cannot make one themselves: a page that plays it draws a frame ' +
        'on a canvas and sends the JPEG. `coverPhotoUrl` goes before it.',
      scope: 'livestream.static:write',
      input: closed({
        staticId: idOf('sta'),
        picture: matching(base64Pattern, posterCharsMax, {
          description: 'A JPEG in base64, 16 to 4,096 pixels a side.',
        }),
        ifVersion: ifVersion(),
      }),
      output: closed({
        id: Type.String({ description: 'The video, `sta_…`.' }),
        status: Type.String({ description: 'State of the video.' }),
        thumbnailUrl: Type.String({ description: 'Address of the poster.' }),
      }),
      reasons: [noMedia],
      emits: [staticUpdated],
      example: { staticId: madeFirst('livestream.static', { has: 'media' }), picture: examplePoster },
      async handle(ctx, { staticId, picture, ...more }) {
        const assetUuid = uuidOf('ast', (await ctx.store.get(staticVideo, staticId)).assetId)
        if (assetUuid === null) throw problem(noMedia)
        const jpeg = Buffer.from(picture, 'base64')
        const refusal = await ctx.port(videoWorkPort).keepPoster({ accountId: ctx.account.id, assetUuid, jpeg })
        if (refusal !== undefined) throw invalid(field('picture', refusal, refusals[refusal]))
        return ctx.once((inner) => inner.atomic((within) => writePoster(within, staticId, versionOf(more))))
      },
    }),
  ),
]

async function writePoster(ctx: Ctx, staticId: string, how: { ifVersion?: number }) {
  if (!(await lockForUpdate(ctx, staticVideo, staticId))) throw problem(reasons.notFound)
  const after = await ctx.store.update(staticVideo, staticId, { ...how, patch: { hasPoster: true } })
  const { id, status } = after
  return { id, status, thumbnailUrl: playbackOf(ctx, id, { hasPoster: servesPoster(after) }).thumbnailUrl }
}

const refusals = {
  not_a_picture: 'is no JPEG, or not all of one',
  wrong_size: 'is smaller than 16 pixels or larger than 4,096 on a side',
} as const
