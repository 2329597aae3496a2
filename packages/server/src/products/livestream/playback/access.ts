import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
import { dateTime, idOf, line, nullable } from '#kit/fields.ts'
import { madeFirst, operation } from '#kit/operation.ts'
import { problem, reason, reasons } from '#kit/problem.ts'
import { closed } from '#kit/standard.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { addressesOf } from './read.ts'
import { findVideo, mayWatch, type Video } from './video.ts'

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
      'playlists behind `/t/` and in other public calls as `token`. An open video needs none, and gets none.',
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
      token: nullable(Type.String({ description: 'Opens the video until it expires.' })),
      expiresAt: nullable(dateTime({ description: 'When it expires.' })),
      hlsUrl: nullable(Type.String({ description: 'The playlist; null while there is nothing to be played.' })),
    }),
    reasons: [accessDenied],
    example: { playbackId: madeFirst('livestream.stream', { as: 'plb' }), password: 'open sesame' },
    async handle(ctx, { playbackId, password }) {
      const video = await findVideo(ctx, playbackId)
      if (video === undefined || video.visibility === 'private') throw problem(reasons.notFound)
      if (mayWatch(video, undefined)) return { ...answerOf(video, undefined), expiresAt: null }
      const hash = (video.static ?? video.stream)?.passwordHash ?? null
      const isRight = video.visibility === 'password' && hash !== null && (await isPassword(password, hash))
      if (!isRight) throw problem(accessDenied)
      return opened(ctx, video)
    },
  }),
]

async function opened(ctx: Ctx, video: Video) {
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + passwordHours * 3600
  const token = await ctx.ports.viewerTokens.sign({ playbackId: video.playbackId, by: 'password', expiresAt })
  return { ...answerOf(video, token), expiresAt: new Date(expiresAt * 1000).toISOString() }
}

function answerOf(video: Video, token: string | undefined) {
  const { hlsUrl } = addressesOf(video, token)
  return { id: video.playbackId, status: 'open' as const, token: token ?? null, hlsUrl }
}
