import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { closed } from '#kit/nouns/standard.ts'
import { offerShape } from './ticketOffer.ts'

/** Prefix of playback ids: the ids in addresses that an audience opens. */
export const playbackPrefix = 'plb'

/** Schema of the addresses at which a video is watched. */
export const playbackShape = closed(
  {
    playbackId: Type.String({ description: 'Id in public addresses.' }),
    playerUrl: Type.String({ description: 'The page where it is watched, before, while and after it is live.' }),
    embedUrl: Type.String({ description: 'The player alone, for frames on other pages.' }),
    hlsUrl: nullable(
      Type.String({
        description:
          'The playlist, for players of your own; null where none will ever play: a linked or archived video, and a ' +
          'stream that is used up without a recording.',
      }),
    ),
    thumbnailUrl: Type.String({ description: 'Image of it: one of its own, else a drawn one.' }),
  },
  { title: 'Playback', description: 'Addresses at which the video is watched; null while it is closed to the caller.' },
)

/** Schema of the proof that opens a closed video. */
export const accessShape = closed(
  {
    required: oneOf(['password', 'signature', 'ticket'], { description: 'Proof that the audience needs to watch it.' }),
    ...offerShape,
  },
  { title: 'VideoAccess', description: 'Proof that opens a closed video; null for an open one.' },
)

/** Path of a video's poster: a frame of the video, or a generated image. */
export function posterPath(playbackId: string, hasPoster: boolean): string {
  return hasPoster ? `/media/${playbackId}/poster.jpg` : `/public/video/${playbackId}/poster.svg`
}

/** Files of a video. `hasPlaylist`: false where no playlist will ever play. */
type Files = { hasPoster?: boolean; hasPlaylist?: boolean }

/** The addresses of a stream or a recorded video. */
export function playbackOf(ctx: Pick<Ctx, 'settings'>, id: string, files: Files = {}) {
  const { hasPoster = false, hasPlaylist = true } = files
  const playbackId = playbackIdOf(id)
  const { publicUrl } = ctx.settings
  return {
    playbackId,
    playerUrl: `${publicUrl}/watch/${playbackId}`,
    embedUrl: `${publicUrl}/embed/video/${playbackId}`,
    hlsUrl: hasPlaylist ? `${publicUrl}/hls/${playbackId}/main.m3u8` : null,
    thumbnailUrl: `${publicUrl}${posterPath(playbackId, hasPoster)}`,
  }
}

/** The playback id of a stream or a recorded video: the same account and row under another prefix. */
export function playbackIdOf(id: string): string {
  const parsed = parseId(id.slice(0, id.indexOf('_')), id)
  if (parsed === undefined) throw new Error(`${id} is no id of a video`)
  return encodeId(playbackPrefix, parsed.accountId, parsed.uuid)
}

/** The id of the noun with this prefix that a playback id would mean. Undefined when it is no playback id. */
export function idOfPlayback(playbackId: string, prefix: string): string | undefined {
  const parsed = parseId(playbackPrefix, playbackId)
  return parsed === undefined ? undefined : encodeId(prefix, parsed.accountId, parsed.uuid)
}
