import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
import { dateTime, idOf, line } from '#kit/fields.ts'
import { operation } from '#kit/operation.ts'
import { problem, reason, reasons } from '#kit/problem.ts'
import { closed } from '#kit/standard.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { findVideo, type Video } from './video.ts'

/** How long a password opens a video before it is asked for again. */
const passwordHours = 12

/** What was given does not open the video. */
export const accessDenied = reason('not_authorized', 'access_denied', 'That does not open this video.')

export const operations = [
  operation('livestream.video.access', {
    route: 'POST /public/video/access',
    title: 'Video - Open',
    description:
      'Opens a closed video for a viewer: with its password. Answers a viewer token, which stands in addresses of ' +
      'playlists behind `/t/` and in other public calls as `token`.',
    scope: '',
    credential: 'none',
    isRead: true,
    rate: 'call',
    input: closed({
      playbackId: idOf('plb'),
      password: line(200, { description: 'The password of the video.' }),
    }),
    output: closed({
      id: idOf('plb'),
      status: Type.String({ enum: ['open'] }),
      token: Type.String({ description: 'Opens the video until it expires.' }),
      expiresAt: dateTime({ description: 'When it expires.' }),
      hlsUrl: Type.String({ description: 'The playlist, with the token in it.' }),
    }),
    reasons: [accessDenied],
    example: { playbackId: `plb_${'0'.repeat(34)}`, password: 'open sesame' },
    async handle(ctx, { playbackId, password }) {
      const video = await findVideo(ctx, playbackId)
      if (video === undefined || video.visibility !== 'password') throw problem(reasons.notFound)
      const hash = (video.static ?? video.stream)?.passwordHash ?? null
      if (hash === null || !(await isPassword(password, hash))) throw problem(accessDenied)
      return opened(ctx, video)
    },
  }),
]

async function opened(ctx: Ctx, { playbackId }: Video) {
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + passwordHours * 3600
  const token = await ctx.ports.viewerTokens.sign({ playbackId, by: 'password', expiresAt })
  return {
    id: playbackId,
    status: 'open' as const,
    token,
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    hlsUrl: `/hls/${playbackId}/t/${token}/main.m3u8`,
  }
}
