import { Type } from '#kit/values/schema.ts'
import { clientReference, flag, idOf, nameLine, nullable, oneOf, prose } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { authorInput, clipByViewer, viewerReasons } from '#products/livestream/clips/viewerClip.ts'
import { ffmpegMissing, requireFfmpeg } from '#products/livestream/records/ffmpegNeeded.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { clipCreated, clipShelfFilling } from '#products/livestream/facts.ts'
import { visibilities } from '#products/livestream/records/visibility.ts'
import { clippable, clipReasons, clipSourceOf } from './clippable.ts'
import { clipShape, makeClip, rangeInput, rangeOf } from './clipMaking.ts'

export const operations = [
  operation('livestream.stream.createClip', {
    route: 'POST /api/video/stream/createClip',
    title: 'Create Clip',
    description:
      'Keeps a stretch of a live stream, or of a recorded video, as a video of its own that outlives its source. ' +
      'Cut at the key frame before the wanted begin, by copy; `exact` encodes it again and needs ffmpeg on the ' +
      'server. A public key makes a clip of a viewer, as Video - Clip does, where the stream has ' +
      '`allowViewerClips`: it has an address of its own and is in no list before you feature it.',
    scope: 'livestream.stream:write',
    credential: 'public',
    rate: 'clip',
    seesClient: true,
    input: closed({
      streamId: Type.Optional(idOf('str', { description: 'A stream that is live.' })),
      staticId: Type.Optional(idOf('sta', { description: 'A recorded video, such as a replay.' })),
      sessionId: Type.Optional(
        idOf('ses', { description: 'With `streamId`: the session to clip, by its recording once it is over.' }),
      ),
      ...rangeInput,
      title: Type.Optional(nameLine(140, { description: 'Title; the title of the source when left out.' })),
      description: Type.Optional(prose(5000, { description: 'Text about the content.' })),
      visibility: Type.Optional(oneOf(visibilities, { description: 'That of the source when left out.' })),
      exact: Type.Optional(flag({ description: 'Cuts at the exact frame instead of at a key frame.' })),
      clientReference: Type.Optional(clientReference()),
      ...authorInput,
    }),
    output: closed({
      ...clipShape,
      clientReference: nullable(clientReference()),
      created: flag({ description: 'False when it was there already.' }),
    }),
    emits: [clipCreated, clipShelfFilling],
    reasons: [...clipReasons, ...viewerReasons, ffmpegMissing],
    example: {
      staticId: madeFirst('livestream.static', { has: 'media' }),
      startSeconds: 1,
      durationSeconds: 5,
      title: 'The best of it',
    },
    async handle(ctx, input) {
      const range = rangeOf(input)
      const isViewer = ctx.actor.credential === 'public'
      refuseForeign(input, isViewer ? ownersFields : viewersFields, isViewer)
      const from = await clipSourceOf(ctx, input)
      if (isViewer) {
        const playbackId = playbackIdOf(from.streamId ?? from.staticId)
        const { view, created } = await clipByViewer(ctx, playbackId, { ...input, range })
        return { ...view, clientReference: null, created }
      }
      if (input.exact === true) requireFfmpeg(ctx, 'An exact clip needs', 'leave `exact` out')
      const source = await clippable(ctx, from)
      return ctx.once(async (inner) => {
        const { record, created, view } = await makeClip(inner, source, { ...input, range })
        return { ...view, clientReference: record.clientReference, created }
      })
    },
  }),
]

const ownersFields = ['description', 'visibility', 'exact', 'clientReference'] as const
const viewersFields = ['token', 'viewerId', 'authorName'] as const

/** Throws invalid for fields of the other kind of caller. */
function refuseForeign(input: Record<string, unknown>, names: readonly string[], isViewer: boolean): void {
  const sent = names.filter((name) => input[name] !== undefined)
  const message = isViewer ? 'needs a secret key' : 'is for clips of viewers, by a public key'
  if (sent.length > 0) throw invalid(...sent.map((name) => field(name, 'notAllowed', message)))
}
