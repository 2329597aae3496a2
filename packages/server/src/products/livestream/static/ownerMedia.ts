import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idBodyPattern } from '#kit/values/ids.ts'
import { dateTime, idOf, matching, nullable } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { viewsOfStatics } from '#products/livestream/audience/viewCount.ts'
import { playbackOf } from '#products/livestream/records/playbackAddresses.ts'
import { isOpen, linkOf, staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'

/** Lifetime of a grant, and the grid of its expiry: calls within twelve hours get the same, cacheable addresses. */
const grantSeconds = 86_400
const gridSeconds = 43_200
const videosMax = 100

const address = (description: string) => nullable(Type.String({ description }))
const oneId = `sta_${idBodyPattern}`
const idLengthMax = 39

const media = closed({
  id: idOf('sta', { description: 'The video.' }),
  viewCount: Type.Integer({ minimum: 0, description: 'Number of views; some ten minutes old at most.' }),
  posterUrl: address('The frame that stands for the video; null while it has none.'),
  hlsUrl: address('Playlist; null while there is nothing to play.'),
  fileUrl: address('The file to play in place of the playlist, where the video is a link.'),
  storyboardUrl: address('A WebVTT track of thumbnails; null where they could not be made.'),
  expiresAt: nullable(dateTime({ description: 'Time at which the addresses of a closed video expire.' })),
})

export const operations = [
  companion(
    operation('livestream.static.media', {
      route: 'GET /api/video/static/media',
      title: 'Static - Media',
      description:
        'Addresses at which the account itself plays recorded videos, whatever their visibility, and their views: ' +
        'for libraries and editors. Those of closed videos hold a grant for a day: keep them secret.',
      scope: 'livestream.static:read',
      input: closed({
        staticIds: matching(`^${oneId}(,${oneId}){0,${videosMax - 1}}$`, videosMax * (idLengthMax + 1), {
          description: `Ids of up to ${videosMax} videos, with commas between them.`,
        }),
      }),
      output: closed({ items: Type.Array(media, { description: 'The videos that exist, in the order of the ids.' }) }),
      example: { staticIds: madeFirst('livestream.static') },
      async handle(ctx, { staticIds }) {
        const ids = [...new Set(staticIds.split(','))]
        const [videos, views] = await Promise.all([findVideos(ctx, ids), viewsOfStatics(ctx, ids)])
        const present = ids.flatMap((id) => videos.get(id) ?? [])
        const items = await Promise.all(
          present.map(async (video) => ({
            id: video.id,
            viewCount: views.get(video.id) ?? 0,
            ...(await addressesOf(ctx, video)),
          })),
        )
        return { items }
      },
    }),
  ),
]

async function findVideos(ctx: Ctx, ids: readonly string[]): Promise<Map<string, StaticVideo>> {
  const uuids = ids.flatMap((id) => uuidOf(staticVideo.prefix, id) ?? [])
  const conditions = [{ sql: 't.id = any($1::uuid[])', values: [uuids] }]
  const { items } = await ctx.store.list(staticVideo, { conditions, limit: videosMax })
  return new Map(items.map((each) => [each.id, each]))
}

/** Addresses of one video. A draft, a failed and an archived one play nowhere. */
async function addressesOf(ctx: Ctx, video: StaticVideo) {
  const { playbackId } = playbackOf(ctx, video.id)
  const isPlayable = video.status === 'published'
  const hasMedia = isPlayable && video.assetId !== null
  const isClosed = hasMedia && !isOpen(video)
  const expiresAt = isClosed ? expiry(ctx.now()) : undefined
  const grant = { playbackId, by: 'owner' as const, expiresAt: expiresAt ?? 0 }
  const proof = isClosed ? `/t/${await ctx.port(viewerTokensPort).sign(grant)}` : ''
  const at = (folder: string, file: string) => `${ctx.settings.publicUrl}/${folder}/${playbackId}${proof}/${file}`
  return {
    posterUrl: hasMedia && video.hasPoster ? at('media', 'poster.jpg') : null,
    hlsUrl: hasMedia ? at('hls', 'main.m3u8') : null,
    fileUrl: isPlayable ? linkOf(video) : null,
    storyboardUrl: hasMedia && video.hasStoryboard ? at('media', 'storyboard.vtt') : null,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000).toISOString(),
  }
}

/** Seconds since 1970 on the grid, at least `grantSeconds` ahead. */
function expiry(now: Date): number {
  const earliest = Math.floor(now.getTime() / 1000) + grantSeconds
  return Math.ceil(earliest / gridSeconds) * gridSeconds
}
