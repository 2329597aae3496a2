import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, flag, hexColor, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { escaped } from '#kit/values/html.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, reason, problem } from '#kit/call/problem.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { generatedPosterSize } from '#platform/video/frames/generatedPoster.ts'
import { viewerTokensPort, type ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { resolveSheet } from '#products/livestream/details/targetSheets.ts'
import { posterPath, playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { openPoster, type OpenPoster } from '#products/livestream/playback/playbackRead.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'

/** Refusal of a request without `signed` for a video that is not public. */
export const signatureRequired = reason(
  'conflict',
  'signature_required',
  'The video is not public: request a signed address with `signed`.',
)

const formats = ['iframe', 'script', 'oembed', 'link'] as const
const oEmbedCacheSeconds = 3600

const look = {
  autoplay: Type.Optional(flag({ description: 'Begins by itself, muted.' })),
  muted: Type.Optional(flag({ description: 'Begins without audio.' })),
  controls: Type.Optional(flag({ description: 'Shows controls; true when left out.' })),
  startSeconds: Type.Optional(whole(0, 604_800, { description: 'Start position of a recorded video.' })),
  theme: Type.Optional(oneOf(['auto', 'dark', 'light'], { description: 'auto: as the visitor’s system.' })),
  accentColor: Type.Optional(hexColor({ description: 'Colour of what is active.' })),
}

const signed = closed(
  {
    expiresInSeconds: whole(60, 604_800, { description: 'For how long it opens the video.' }),
    viewerId: Type.Optional(line(100, { description: 'Viewer that the address is for, in your own words.' })),
    maxSessions: Type.Optional(
      whole(1, 10, { description: 'Largest number of concurrent devices; unlimited when left out.' }),
    ),
    opensPreview: Type.Optional(
      flag({ description: 'Shows a stream before `goLive` as well: for your own eyes, which no figure counts.' }),
    ),
  },
  { description: 'Signs the address, so that it opens a video of visibility signed for a while.' },
)

export const operations = [
  operation('livestream.stream.getEmbedCode', {
    route: 'POST /api/video/stream/getEmbedCode',
    title: 'Get Embed Code',
    description:
      'Code that puts the player of a stream, a recorded video or a channel on another page: as a frame, a script, ' +
      'oEmbed, or a link. Nothing is stored. A closed video needs `signed`, which takes a secret key.',
    scope: 'livestream.stream:read',
    credential: 'public',
    isRead: true,
    input: closed({
      streamId: Type.Optional(idOf('str')),
      staticId: Type.Optional(idOf('sta')),
      channelId: Type.Optional(idOf('chn', { description: 'Shows what is live there, else the latest video.' })),
      width: Type.Optional(whole(160, 3840, { description: 'Pixels; 640 when left out.' })),
      height: Type.Optional(whole(90, 2160, { description: 'Pixels; 16:9 when left out.' })),
      responsive: Type.Optional(flag({ description: 'Fills the width that there is; true when left out.' })),
      ...look,
      format: Type.Optional(oneOf(formats, { description: 'Form that `code` has; iframe when left out.' })),
      signed: Type.Optional(signed),
    }),
    output: closed({
      id: Type.String({ description: 'The stream or video of the player.' }),
      status: Type.String({ description: 'State.' }),
      code: Type.String({
        description:
          'The code in the form of `format`: the frame, the script, the JSON of oEmbed, or the player’s page.',
      }),
      iframe: Type.String({ description: 'HTML of a frame.' }),
      script: Type.String({ description: 'HTML of a script that makes the frame.' }),
      playerUrl: Type.String({ description: 'Address of the page with the player.' }),
      embedUrl: Type.String({ description: 'Address of the player alone.' }),
      oEmbedUrl: Type.String({ description: 'Address of the oEmbed document.' }),
      oEmbed: closed(
        {
          type: Type.String({ description: 'Always `video`.' }),
          version: Type.String({ description: 'Version of oEmbed, `1.0`.' }),
          title: Type.String({ description: 'Title of the video.' }),
          provider_name: Type.String({ description: 'Name of this service.' }),
          html: Type.String({ description: 'HTML of the frame.' }),
          width: Type.Integer({ description: 'Width of the frame, in pixels.' }),
          height: Type.Integer({ description: 'Height of the frame, in pixels.' }),
          thumbnail_url: Type.String({ description: 'Address of its drawn image.' }),
          thumbnail_width: Type.Integer({ description: 'Width of the image, in pixels.' }),
          thumbnail_height: Type.Integer({ description: 'Height of the image, in pixels.' }),
          cache_age: Type.Integer({ description: 'Seconds for which the response may be cached.' }),
        },
        { description: 'The same as an oEmbed 1.0 response.' },
      ),
      expiresAt: nullable(dateTime({ description: 'Time at which a signed address expires.' })),
    }),
    reasons: [signatureRequired],
    example: { streamId: madeFirst('livestream.stream'), width: 800, theme: 'dark' },
    async handle(ctx, input) {
      const found = await target(ctx, input)
      const grant = await grantFor(ctx, found, input.signed)
      return codeOf(ctx, { ...found, token: grant?.token }, { ...input, expiresAt: grant?.expiresAt ?? null })
    },
  }),
]

type Target = {
  id: string
  status: string
  title: string
  isOpen: boolean
  isOwner: boolean
  isChannel: boolean
  poster: OpenPoster
}

const nouns: Record<string, Resource> = { streamId: stream, staticId: staticVideo, channelId: channel }

async function target(ctx: Ctx, input: Record<string, unknown>): Promise<Target> {
  const by = exactlyOne(input, ['streamId', 'staticId', 'channelId'])
  const of = nouns[by.name] ?? stream
  const found = await reach(ctx, of, { name: of.idKey, value: by.value })
  const record: Record<string, unknown> = found.record
  const sheet = await resolveSheet(found.ctx, { targetId: found.record.id, isPublic: true })
  const isOpen = record['visibility'] === 'public' || record['visibility'] === 'unlisted'
  return {
    id: found.record.id,
    status: found.record.status,
    title: String(sheet?.title ?? record['title'] ?? record['name'] ?? 'Video'),
    isOpen,
    isOwner: found.audience === 'owner',
    isChannel: of === channel,
    poster: await openPoster(found.ctx, playbackIdOf(found.record.id)),
  }
}

async function grantFor(ctx: Ctx, of: Target, request: Static<typeof signed> | undefined) {
  if (request === undefined) {
    if (of.isOpen) return undefined
    throw problem(signatureRequired)
  }
  if (!of.isOwner) throw invalid(field('signed', 'notAllowed', 'takes a secret key of the owner'))
  if (of.isChannel) throw invalid(field('signed', 'notAllowed', 'is for one video, not for a channel'))
  const { expiresInSeconds, viewerId, maxSessions, opensPreview = false } = request
  if (opensPreview && maxSessions !== undefined) {
    throw invalid(field('signed.maxSessions', 'notAllowed', 'is for an audience, and not for `opensPreview`'))
  }
  const nowMs = ctx.now().getTime()
  const expiresAt = Math.floor(nowMs / 1000) + expiresInSeconds
  const grant: ViewerGrant = {
    playbackId: playbackIdOf(of.id),
    by: opensPreview ? 'owner' : 'signature',
    ...(viewerId === undefined ? {} : { viewerId }),
    ...(maxSessions === undefined ? {} : { id: uuidv7(nowMs), sessionsMax: maxSessions }),
    expiresAt,
  }
  return { token: await ctx.port(viewerTokensPort).sign(grant), expiresAt: new Date(expiresAt * 1000).toISOString() }
}

type Look = {
  width?: number | undefined
  height?: number | undefined
  responsive?: boolean | undefined
  format?: (typeof formats)[number] | undefined
  expiresAt: string | null
} & Record<string, unknown>

function codeOf(ctx: Ctx, of: Target & { token: string | undefined }, request: Look) {
  const { publicUrl } = ctx.settings
  const playbackId = playbackIdOf(of.id)
  const query = queryOf(of.token, request)
  const playerUrl = `${publicUrl}/watch/${playbackId}${of.token === undefined ? '' : `?token=${of.token}`}`
  const embedUrl = `${publicUrl}/embed/video/${playbackId}${query === '' ? '' : `?${query}`}`
  const width = request.width ?? 640
  const height = request.height ?? Math.round((width * 9) / 16)
  const isFluid = request.responsive ?? true
  const iframe = playerFrame({ embedUrl, title: of.title, width, height, isFluid })
  const size = `data-width="${width}" data-height="${height}"${isFluid ? '' : ' data-fixed'}`
  const attributes = `data-src="${escaped(embedUrl)}" data-title="${escaped(of.title)}" ${size}`
  const script = `<script async src="${escaped(publicUrl)}/embed/video.js" ${attributes}></script>`
  const oEmbed = {
    type: 'video',
    version: '1.0',
    title: of.title,
    provider_name: 'Fairground',
    html: iframe,
    width,
    height,
    ...oEmbedThumbnail(ctx, of.poster),
    cache_age: oEmbedCacheSeconds,
  }
  const codes = { iframe, script, oembed: JSON.stringify(oEmbed), link: playerUrl }
  return {
    id: of.id,
    status: of.status,
    code: codes[request.format ?? 'iframe'],
    iframe,
    playerUrl,
    embedUrl,
    expiresAt: request.expiresAt,
    script,
    oEmbedUrl: `${publicUrl}/oembed?format=json&url=${encodeURIComponent(playerUrl)}`,
    oEmbed,
  }
}

/**
 * Poster of a video, with its size, which oEmbed 1.0 (2.3.4) requires beside the address: the JPEG of an open video,
 * else a generated image, which needs no token. Posters are as large as the frame, and at most 1,280 pixels wide.
 */
export function oEmbedThumbnail(ctx: Pick<Ctx, 'settings'>, { playbackId, frame }: OpenPoster) {
  const width = Math.min(frame?.width ?? generatedPosterSize.width, generatedPosterSize.width)
  const shape = frame ?? generatedPosterSize
  const height = Math.round((width * shape.height) / shape.width / 2) * 2
  const address = `${ctx.settings.publicUrl}${posterPath(playbackId, frame !== undefined)}`
  return { thumbnail_url: address, thumbnail_width: width, thumbnail_height: height }
}

/** Player options that differ from the defaults, as a query string. */
function queryOf(token: string | undefined, request: Look): string {
  const query = new URLSearchParams()
  if (token !== undefined) query.set('token', token)
  for (const name of Object.keys(look)) {
    const value = request[name]
    if (value === undefined || value === 'auto' || (name === 'controls' && value === true) || value === false) continue
    query.set(name, String(value))
  }
  if (request['controls'] === false) query.set('controls', 'false')
  if (request['autoplay'] === true) query.set('muted', 'true')
  return query.toString()
}

type Frame = { embedUrl: string; title: string; width: number; height: number; isFluid: boolean }

/** HTML of the frame with a player, for other pages. A fluid frame takes the available width. */
export function playerFrame({ embedUrl, title, width, height, isFluid }: Frame): string {
  const style = isFluid ? `width:100%;height:auto;aspect-ratio:${width}/${height};border:0` : 'border:0'
  const allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  const size = `width="${width}" height="${height}"`
  const name = escaped(title)
  const attributes = `src="${escaped(embedUrl)}" title="${name}" ${size} style="${style}" allow="${allow}"`
  return `<iframe ${attributes} loading="lazy"></iframe>`
}
