import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** States of a track. pending: the file is not fetched yet. ready: the text is stored. failed: no text for good. */
export const trackStates = ['pending', 'ready', 'failed'] as const

/** State of a caption's file. `has_text`: a text is stored, perhaps that of the previous file. */
export type TrackRow = RowOf<typeof tracksOf>

/**
 * A caption file to fetch. `textFrom`: previous position of the text that stays until then; null without one.
 * `isKept`: that text stays for good, without a fetch.
 */
export type RequestedTrack = { position: number; url: string; textFrom: number | null; isKept: boolean }

/** Tracks of sheets by the sheet's public id, each list in order of position. */
export async function findTracks(ctx: Ctx, detailsIds: readonly string[]): Promise<Map<string, TrackRow[]>> {
  if (detailsIds.length === 0) return new Map()
  const rows = await ctx.db.rows(tracksOf, [ctx.account.id, detailsIds.map((id) => uuidOf('det', id))])
  return Map.groupBy(rows, (row) => encodeId('det', ctx.account.id, row.details_id))
}

/** Tracks to fetch; `at` identifies the request, and a task of an earlier request drops its result. */
export type TrackRequest = { tracks: readonly RequestedTrack[]; at: Date }

/**
 * Replaces the tracks of a sheet by pending ones, and those of kept texts by ready ones. Call inside `ctx.atomic`, with
 * the sheet claimed.
 */
export async function replaceTracks(ctx: Ctx, detailsId: string, { tracks, at }: TrackRequest): Promise<void> {
  const sheet = [ctx.account.id, uuidOf('det', detailsId)]
  const columns = (['position', 'url', 'textFrom', 'isKept'] as const).map((name) => tracks.map((each) => each[name]))
  if (tracks.length > 0) await ctx.db.rows(upsertPending, [...sheet, ...columns, at.toISOString()])
  await ctx.db.rows(cutTracks, [...sheet, tracks.length])
}

/** Result of a fetch. A null `vtt` keeps the previous text. */
export type TrackResult = Pick<TrackRow, 'status' | 'attempts' | 'error'> & { vtt: string | null }

/** Writes the result of a fetch. False when the file was requested again since: the row stays as it is. */
export async function writeTrack(ctx: Ctx, of: TrackRow, { status, attempts, error, vtt }: TrackResult) {
  const key = [ctx.account.id, of.details_id, of.position, of.url, of.asked_at]
  const rows = await ctx.db.rows(updateTrack, [...key, status, attempts, error, vtt])
  return rows.length > 0
}

/** Writes a text as the ready track of its position. Call inside `ctx.atomic`, with the sheet claimed. */
export async function writeOwnTrack(ctx: Ctx, detailsId: string, track: OwnTrack): Promise<void> {
  const { position, url, vtt, at } = track
  await ctx.db.rows(upsertOwn, [ctx.account.id, uuidOf('det', detailsId), position, url, at.toISOString(), vtt])
}
export type OwnTrack = { position: number; url: string; vtt: string; at: Date }

/** Stored WebVTT text of a sheet's caption at a position from 0; undefined without one. */
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

const upsertPending = statement(
  'livestream_details_track.ask',
  'account',
  `insert into livestream_details_track (account_id, details_id, position, url, status, asked_at, attempts, error, vtt)
   select $1::bigint, $2::uuid, p.position, p.url, case when p.is_kept then 'ready' else 'pending' end,
     $7::timestamptz, p.is_kept::integer, null, b.vtt
   from unnest($3::integer[], $4::text[], $5::integer[], $6::boolean[]) as p (position, url, text_from, is_kept)
   left join livestream_details_track b
     on b.account_id = $1 and b.details_id = $2 and b.position = p.text_from
   on conflict (account_id, details_id, position) do update set url = excluded.url, status = excluded.status,
     asked_at = excluded.asked_at, attempts = excluded.attempts, error = excluded.error, vtt = excluded.vtt`,
)

const upsertOwn = statement(
  'livestream_details_track.own',
  'account',
  `insert into livestream_details_track (account_id, details_id, position, url, status, asked_at, attempts, error, vtt)
   values ($1, $2, $3, $4, 'ready', $5, 1, null, $6)
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
