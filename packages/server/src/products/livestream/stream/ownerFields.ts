import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idOf, nullable, words } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import type { Stream } from '#products/livestream/records/stream.ts'

/** Schema of the addresses and the key with which an encoder publishes. */
export const ingestShape = closed(
  {
    rtmpUrl: nullable(
      Type.String({ description: 'Server address for the encoder; null where this server takes none.' }),
    ),
    rtmpsUrl: nullable(Type.String({ description: 'The same over TLS; null where no certificate is configured.' })),
    streamKey: Type.String({
      description:
        'Stream key: complete in the response that created it, and only there; its last characters elsewhere.',
    }),
  },
  { title: 'StreamIngest', description: 'Addresses and key for the encoder.' },
)

/** Addresses and key of a stream for its encoder. `streamKey`: the whole key, in the response that created it. */
export function ingestOf(ctx: Ctx, record: Stream, streamKey?: string) {
  const live = ctx.port(liveVideoPort)
  return {
    ...live.ingest(),
    streamKey: streamKey === undefined ? `…${record.keyLabel}` : live.encoderKey(streamKey),
  }
}

const assetsMax = 20

/** Schema of the latest recordings and clips of a stream. */
export const assetShape = {
  recordings: words(assetsMax, idOf('sta'), { description: 'Latest recordings, newest first.' }),
  clips: words(assetsMax, idOf('sta'), {
    description: 'Latest clips, newest first, without those on the shelf of viewers.',
  }),
}

/** Ids of the latest recordings and clips of a stream; `static/all` with `parentStreamId` lists all. */
export async function assetsOf(ctx: Ctx, { id }: Stream): Promise<{ recordings: string[]; clips: string[] }> {
  const of = async (source: string) => {
    const sql = `t.parent_stream_id = $1 and t.source = '${source}' and t.shelf <> 'viewers'`
    const conditions = [{ sql, values: [uuidOf('str', id)] }]
    const page = await ctx.store.list(staticVideo, { conditions, sort: '-createdAt', limit: assetsMax })
    return page.items.map((each) => each.id)
  }
  const [recordings, clips] = await Promise.all([of('recording'), of('clip')])
  return { recordings, clips }
}
