import type { Ctx } from '#kit/call/context.ts'
import { oneOf, webUrl, whole } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { page } from '#kit/nouns/page.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { playbackIdOf, playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import { oEmbedThumbnail, playerFrame } from '#products/livestream/stream/embedCode.ts'
import { readPlaybackPage } from '#products/livestream/playback/playbackRead.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import { callFor } from './watchData.ts'
import { titleOf } from './videoParts.ts'

const cacheSeconds = 300
const widthDefault = 640
const heightPerWidth = 9 / 16

/** The oEmbed endpoint, where other sites get the player of a video by the address of its page. */
export const pages = [
  page('livestream.oembed', {
    route: 'GET /oembed',
    title: 'oEmbed',
    description: 'The player of a video or channel by the address of its page, as oEmbed 1.0 in JSON.',
    isForMachines: true,
    input: closed({
      url: webUrl({ description: 'Address of the page of a video here.' }),
      maxwidth: Type.Optional(whole(1, 10_000, { description: 'Pixels at most.' })),
      maxheight: Type.Optional(whole(1, 10_000, { description: 'Pixels at most.' })),
      format: Type.Optional(oneOf(['json', 'xml'], { description: 'json; there is no other.' })),
    }),
    async handle(ctx, { url, format, ...most }) {
      // The standard (oEmbed 1.0, 2.3.4) requires 501 for a format that is not offered.
      if (format === 'xml') return { json: { error: 'Only JSON is offered.' }, status: 501 }
      const playbackId = playbackIn(ctx, url)
      const { state, frame } = await readPlaybackPage(await callFor(ctx, playbackId), { playbackId })
      if (state.status === 'removed') throw problem(reasons.notFound)
      return {
        json: {
          ...oEmbedOf(ctx, { playbackId, state }, sizeWithin(most)),
          ...thumbnailWithin(oEmbedThumbnail(ctx, { playbackId: state.playbackId, frame }), most),
        },
        cacheSeconds,
      }
    },
  }),
]

/** The playback id in an address of this server. Throws not_found for every other address. */
function playbackIn(ctx: Ctx, url: string): string {
  const { origin, pathname } = new URL(url)
  const [, kind = '', id = ''] = /^\/(watch|embed\/video|clip)\/([a-z0-9_]+)$/.exec(pathname) ?? []
  const prefix = kind === 'clip' ? 'sta' : playbackPrefix
  const isOurs = origin === new URL(ctx.settings.publicUrl).origin && parseId(prefix, id) !== undefined
  if (!isOurs) throw problem(reasons.notFound)
  return kind === 'clip' ? playbackIdOf(id) : id
}

type Most = { maxwidth?: number | undefined; maxheight?: number | undefined }
type Size = { width: number; height: number }

/** The largest size of 16:9 within the bounds; 640 pixels wide without bounds. */
function sizeWithin(most: Most): Size {
  const width = Math.min(most.maxwidth ?? widthDefault, (most.maxheight ?? Number.POSITIVE_INFINITY) / heightPerWidth)
  return { width: Math.floor(width), height: Math.floor(width * heightPerWidth) }
}

/** The thumbnail. The bounds apply to it too (oEmbed 1.0, 2.2): a larger one is left out. */
function thumbnailWithin(thumbnail: ReturnType<typeof oEmbedThumbnail>, { maxwidth, maxheight }: Most) {
  const { thumbnail_width: width, thumbnail_height: height } = thumbnail
  const isWithin = width <= (maxwidth ?? width) && height <= (maxheight ?? height)
  return isWithin ? thumbnail : {}
}

/** A player at a playback id, and what it plays now. */
type Player = { playbackId: string; state: PlaybackState }

/** The player of a channel has the name of the channel: the video at its address changes. */
function oEmbedOf(ctx: Ctx, { playbackId, state }: Player, { width, height }: Size) {
  const { publicUrl } = ctx.settings
  const isChannel = playbackId !== state.playbackId
  const title = (isChannel ? state.channel?.name : undefined) ?? titleOf(state)
  const embedUrl = `${publicUrl}/embed/video/${playbackId}`
  const frame = playerFrame({ embedUrl, title, width, height, isFluid: false })
  const author = state.channel === null ? {} : { author_name: state.channel.name, author_url: state.channel.url }
  return {
    type: 'video',
    version: '1.0',
    title,
    provider_name: 'Fairground',
    provider_url: publicUrl,
    ...author,
    html: frame,
    width,
    height,
    cache_age: cacheSeconds,
  }
}
