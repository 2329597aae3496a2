import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, languageTag, line, oneOf, whole } from '#kit/values/fields.ts'
import { eventStream, madeFirst } from '#kit/nouns/operation.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { watch } from './stateBoard.ts'
import { playbackState } from './playbackState.ts'

export const operations = [
  eventStream('livestream.video.events', {
    route: 'GET /public/video/{playbackId}/events',
    title: 'Video - Events',
    description:
      'Changes of a video, as they happen: `state` at once and whenever something about it changes, `viewers` ' +
      'as the audience grows and shrinks, `payLinks` as payments over its links succeed, `drops` as viewers ' +
      'claim live drops, and `revoked` when the token no longer opens it.',
    scope: '',
    credential: 'none',
    isRead: true,
    input: closed({
      playbackId: idOf('plb'),
      token: Type.Optional(line(2000, { description: 'A viewer token, for a closed video.' })),
      locale: Type.Optional(languageTag({ description: 'Language of title and description.' })),
    }),
    events: {
      state: playbackState,
      viewers: closed({ viewers: Type.Integer({ minimum: 0, description: 'Current viewers.' }) }),
      payLinks: closed({
        items: Type.Array(
          closed({
            url: Type.String({ description: 'Address of the page of the link.' }),
            succeeded: Type.Integer({ minimum: 0, description: 'Payments that succeeded.' }),
          }),
          { description: 'Payment links of the stream that take payments now.' },
        ),
      }),
      drops: closed({
        items: Type.Array(
          closed({
            dropId: idOf('drp', { description: 'The live drop.' }),
            status: oneOf(['scheduled', 'open', 'full', 'ended'], { description: 'State.' }),
            quantity: whole(1, 100_000, { description: 'Viewers who get the coupon.' }),
            claimed: whole(0, 100_000, { description: 'Claims.' }),
            opensAt: dateTime({ description: 'Moment at which it opens.' }),
            endsAt: dateTime({ description: 'Moment at which its time is over.' }),
          }),
          { description: 'Live drops of the stream, from shortly before they open until shortly after they close.' },
        ),
      }),
      revoked: closed({ reason: Type.String({ description: 'Reason why the video closed, in words.' }) }),
    },
    example: { playbackId: madeFirst('livestream.stream', { as: 'plb' }) },
    handle: (ctx: Ctx, input) => watch(ctx, input),
  }),
]
