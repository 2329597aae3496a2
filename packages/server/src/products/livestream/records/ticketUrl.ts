import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** A video as far as its tickets are concerned: by public ids. */
export type Ticketed = { id: string; channelId: string | null; parentStreamId?: string | null }

/** Where tickets are sold, by the ids of the ticketed ones among these videos, where their owner said. */
export async function ticketUrlsOf(
  ctx: Ctx,
  videos: readonly (Ticketed & { visibility: string })[],
): Promise<Map<string, string>> {
  const ticketed = videos.filter(({ visibility }) => visibility === 'ticketed')
  if (ticketed.length === 0) return new Map()
  const wanted = [...new Set(ticketed.flatMap(rowsOf))]
  const rows = await ctx.db.rows(urlsOf, [ctx.account.id, wanted])
  const urls = new Map(rows.map(({ target, url }) => [target, url]))
  const found = ticketed.flatMap((video): [string, string][] => {
    const url = rowsOf(video)
      .map((each) => urls.get(each))
      .find((each) => each !== undefined)
    return url === undefined ? [] : [[video.id, url]]
  })
  return new Map(found)
}

/** Rows whose events’ tickets open a video: its own, that of the stream that it is of, that of its channel. */
export function rowsOf({ id, channelId, parentStreamId = null }: Ticketed): string[] {
  const prefix = id.slice(0, id.indexOf('_'))
  const all = [uuidOf(prefix, id), uuidOf('str', parentStreamId), uuidOf('chn', channelId)]
  return all.filter((each) => each !== null)
}

const urlsOf = statement(
  'livestream_ticketing_event.urls',
  'account',
  `select coalesce(static_id, stream_id, channel_id) as target, external_event_url as url
   from livestream_ticketing_event
   where account_id = $1 and deleted_at is null and external_event_url is not null
     and (static_id = any($2::uuid[]) or stream_id = any($2::uuid[]) or channel_id = any($2::uuid[]))`,
)
