import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** Public ids of a video, its channel and its stream: tickets of any of them open it. */
export type Ticketed = { id: string; channelId: string | null; parentStreamId?: string | null }

/** Address of the ticket shop by video id, for ticketed videos whose event has one. */
export async function ticketUrlsOf(
  ctx: Ctx,
  videos: readonly (Ticketed & { visibility: string })[],
): Promise<Map<string, string>> {
  const ticketed = videos.filter(({ visibility }) => visibility === 'ticketed')
  if (ticketed.length === 0) return new Map()
  const targets = [...new Set(ticketed.flatMap(rowsOf))]
  const rows = await ctx.db.rows(urlsOf, [ctx.account.id, targets])
  const urls = new Map(rows.map(({ target, url }) => [target, url]))
  const found = ticketed.flatMap((video): [string, string][] => {
    const url = rowsOf(video)
      .map((each) => urls.get(each))
      .find((each) => each !== undefined)
    return url === undefined ? [] : [[video.id, url]]
  })
  return new Map(found)
}

/** Row ids whose tickets open a video: the video, its stream and its channel. */
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
