import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** pending: the file is being fetched. ready: its text is kept. failed: it could not be fetched or read. */
export const trackStates = ['pending', 'ready', 'failed'] as const

/** How the file of a caption stands. `hasText`: some text is kept, maybe that of the file before. */
export type TrackRow = RowOf<typeof tracksOf>

/** A file to fetch for the caption at `position`; `textFrom` is the position before whose text stays until then. */
export type AskedTrack = { position: number; url: string; textFrom: number | null }

/** The tracks of sheets, by public id and then by position. */
export async function findTracks(ctx: Ctx, detailsIds: readonly string[]): Promise<Map<string, TrackRow[]>> {
  if (detailsIds.length === 0) return new Map()
  const rows = await ctx.db.rows(tracksOf, [ctx.account.id, detailsIds.map((id) => uuidOf('det', id))])
  return Map.groupBy(rows, (row) => encodeId('det', ctx.account.id, row.details_id))
}

/** Tracks that are asked for, and the moment by which a task finds them. */
export type AskedTracks = { tracks: readonly AskedTrack[]; at: Date }

/** Replaces the tracks of a sheet by pending ones. Call inside `ctx.atomic`, with the sheet held. */
export async function replaceTracks(ctx: Ctx, detailsId: string, { tracks, at }: AskedTracks): Promise<void> {
  const sheet = [ctx.account.id, uuidOf('det', detailsId)]
  const columns = (['position', 'url', 'textFrom'] as const).map((name) => tracks.map((each) => each[name]))
  if (tracks.length > 0) await ctx.db.rows(askTracks, [...sheet, ...columns, at.toISOString()])
  await ctx.db.rows(cutTracks, [...sheet, tracks.length])
}

/** Changes of a track by a fetch. */
export type TrackResult = Pick<TrackRow, 'status' | 'attempts' | 'error'> & { vtt: string | null }

/** Writes the result of a fetch; false where the file was requested again since. No text: the one before stays. */
export async function writeTrack(ctx: Ctx, of: TrackRow, { status, attempts, error, vtt }: TrackResult) {
  const key = [ctx.account.id, of.details_id, of.position, of.url, of.asked_at]
  const rows = await ctx.db.rows(updateTrack, [...key, status, attempts, error, vtt])
  return rows.length > 0
}

/** The kept WebVTT text of a sheet's caption at a position from 0; undefined when there is none. */
export async function textOfTrack(ctx: Ctx, detailsId: string, position: number): Promise<string | undefined> {
  const [row] = await ctx.db.rows(selectText, [ctx.account.id, uuidOf('det', detailsId), position])
  return row?.vtt
}

const tracksOf = statement(
  'livestream_details_track.of',
  'account',
  `select details_id, position, url, status, asked_at, attempts, error, vtt is not null as has_text
   from livestream_details_track where account_id = $1 and details_id = any($2::uuid[]) order by details_id, position`,
)

const askTracks = statement(
  'livestream_details_track.ask',
  'account',
  `insert into livestream_details_track (account_id, details_id, position, url, status, asked_at, attempts, error, vtt)
   select $1::bigint, $2::uuid, p.position, p.url, 'pending', $6::timestamptz, 0, null, b.vtt
   from unnest($3::integer[], $4::text[], $5::integer[]) as p (position, url, text_from)
   left join livestream_details_track b
     on b.account_id = $1 and b.details_id = $2 and b.position = p.text_from
   on conflict (account_id, details_id, position) do update set url = excluded.url, status = excluded.status,
     asked_at = excluded.asked_at, attempts = excluded.attempts, error = excluded.error, vtt = excluded.vtt`,
)

const cutTracks = statement(
  'livestream_details_track.cut',
  'account',
  'delete from livestream_details_track where account_id = $1 and details_id = $2 and position >= $3',
)

const updateTrack = statement(
  'livestream_details_track.update',
  'account',
  `update livestream_details_track set status = $6, attempts = $7, error = $8, vtt = coalesce($9, vtt)
   where account_id = $1 and details_id = $2 and position = $3 and url = $4 and asked_at = $5 returning position`,
)

const selectText = statement(
  'livestream_details_track.get',
  'account',
  `select vtt from livestream_details_track
   where account_id = $1 and details_id = $2 and position = $3 and vtt is not null`,
)
