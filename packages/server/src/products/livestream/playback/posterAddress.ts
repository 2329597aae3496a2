import { Type } from '#kit/values/schema.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { generatePoster } from '#platform/video/frames/generatedPoster.ts'
import { readPlayback } from './playbackRead.ts'

export const operations = [
  operation('livestream.video.poster', {
    route: 'GET /public/video/{playbackId}/poster.svg',
    title: 'Video - Poster',
    description: 'A drawn image with the title of a video that has no other image.',
    scope: '',
    credential: 'none',
    textType: 'image/svg+xml',
    input: closed({
      playbackId: idOf('plb'),
      token: Type.Optional(line(2000, { description: 'A viewer token, for a video that is private.' })),
    }),
    output: Type.String(),
    example: { playbackId: madeFirst('livestream.stream', { as: 'plb' }) },
    async handle(ctx, { playbackId, token }) {
      const { title, channel } = await readPlayback(ctx, { playbackId, token })
      const named = channel === null ? {} : { channel: channel.name }
      return generatePoster({ title: title ?? 'Video', seed: playbackId, ...named })
    },
  }),
]
