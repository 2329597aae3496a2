import type { Ctx } from '#kit/context.ts'
import { parseId } from '#kit/ids.ts'
import { field, problem, Problem, reason } from '#kit/problem.ts'
import { statement } from '#kit/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { CaptionError, toWebVtt } from './vtt.ts'

/** A caption file cannot be fetched or read; `details.line` says where. */
export const captionInvalid = reason('invalid_request', 'caption_invalid', 'A caption file cannot be read.')

/** Largest caption file, in bytes: some ten hours of talk. */
const captionBytesMax = 1_048_576
const fetchesMax = 4

/** Fetches caption files and turns them into WebVTT, in order. Throws caption_invalid, naming file and line. */
export async function fetchTracks(ctx: Ctx, captions: readonly { url: string }[]): Promise<string[]> {
  const tracks: string[] = []
  for (let start = 0; start < captions.length; start += fetchesMax) {
    const batch = captions.slice(start, start + fetchesMax)
    tracks.push(...(await Promise.all(batch.map((each, index) => fetchTrack(ctx, each.url, start + index)))))
  }
  return tracks
}

/** Keeps the tracks of a sheet in place of those before. Call inside `ctx.atomic`. */
export async function saveTracks(ctx: Ctx, detailsId: string, tracks: readonly string[]): Promise<void> {
  const key = [ctx.account.id, uuidOf('det', detailsId)]
  await ctx.db.rows(dropTracks, key)
  if (tracks.length > 0) await ctx.db.rows(insertTracks, [...key, tracks])
}

/** The kept WebVTT text of a sheet's caption at a position from 0; undefined when there is none. */
export async function captionTrack(ctx: Ctx, detailsId: string, position: number): Promise<string | undefined> {
  const parsed = parseId('det', detailsId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) return undefined
  const [row] = await ctx.db.rows<{ vtt: string }>(selectTrack, [parsed.accountId, parsed.uuid, position])
  return row?.vtt
}

async function fetchTrack(ctx: Ctx, url: string, index: number): Promise<string> {
  const path = `/captions/${index}/url`
  const asked = { accountId: ctx.account.id, bytesMax: captionBytesMax }
  const answer = await ctx.ports.outbound.text(url, asked).catch((error: unknown) => {
    if (error instanceof Problem) throw error
    throw refusal(path, error instanceof Error ? error.message : 'cannot be fetched')
  })
  if (answer.status !== 200) throw refusal(path, `answers with status ${answer.status}`)
  try {
    return toWebVtt(answer.text)
  } catch (error) {
    if (!(error instanceof CaptionError)) throw error
    throw refusal(path, `line ${error.line} ${error.message}`, error.line)
  }
}

function refusal(path: string, message: string, line?: number): Problem {
  const fields = [field(path, 'caption', message)]
  return problem(captionInvalid, line === undefined ? { fields } : { fields, details: { line } })
}

const dropTracks = statement(
  'livestream_details_track.drop',
  'account',
  'delete from livestream_details_track where account_id = $1 and details_id = $2',
)

const insertTracks = statement(
  'livestream_details_track.insert',
  'account',
  'insert into livestream_details_track (account_id, details_id, position, vtt) ' +
    'select $1::bigint, $2::uuid, p.position - 1, p.vtt from unnest($3::text[]) with ordinality as p (vtt, position)',
)

const selectTrack = statement(
  'livestream_details_track.get',
  'account',
  'select vtt from livestream_details_track where account_id = $1 and details_id = $2 and position = $3',
)
