import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { nullable } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import type { Stream } from '#products/livestream/records/stream.ts'

/** Where and with what an encoder publishes, as it is shown to the owner. */
export const ingestShape = closed(
  {
    rtmpUrl: nullable(
      Type.String({ description: 'Server address for the encoder; null where this server takes none.' }),
    ),
    rtmpsUrl: nullable(Type.String({ description: 'The same over TLS; null where no certificate is configured.' })),
    streamKey: Type.String({
      description: 'The stream key: whole in the answer that made it, and only there; its last characters elsewhere.',
    }),
  },
  { title: 'StreamIngest', description: 'Addresses and key for the encoder.' },
)

/** Where an encoder publishes to this stream; `streamKey` where it was made just now. */
export function ingestOf(ctx: Ctx, record: Stream, streamKey?: string) {
  const live = ctx.port(liveVideoPort)
  return {
    ...live.ingest(),
    streamKey: streamKey === undefined ? `…${record.keyLabel}` : live.encoderKey(streamKey),
  }
}
