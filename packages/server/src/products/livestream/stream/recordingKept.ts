import type { Ctx } from '#kit/call/context.ts'
import { idOf, words } from '#kit/values/fields.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import type { Stream } from '#products/livestream/records/stream.ts'

const keptMax = 20

/** Recordings and clips of a stream, as its owner sees them. */
export const keptShape = {
  recordings: words(keptMax, idOf('sta'), { description: 'Its latest recordings, newest first.' }),
  clips: words(keptMax, idOf('sta'), { description: 'Its latest clips, newest first.' }),
}

/** The latest recordings and clips of a stream; `static/all` with `parentStreamId` has them all. */
export async function keptOf(ctx: Ctx, { id }: Stream): Promise<{ recordings: string[]; clips: string[] }> {
  const of = async (source: string) => {
    const sql = `t.parent_stream_id = $1 and t.source = '${source}'`
    const conditions = [{ sql, values: [uuidOf('str', id)] }]
    const page = await ctx.store.list(staticVideo, { conditions, sort: '-createdAt', limit: keptMax })
    return page.items.map((each) => each.id)
  }
  const [recordings, clips] = await Promise.all([of('recording'), of('clip')])
  return { recordings, clips }
}
