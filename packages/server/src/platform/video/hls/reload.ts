import { field, invalid } from '#kit/call/problem.ts'

/** What a player asks of a playlist: `_HLS_msn`, `_HLS_part`, `_HLS_skip` (RFC 8216bis, 6.2.5). */
export type PlaylistQuery = { msn?: number | undefined; part?: number | undefined; skip?: boolean | undefined }

/** What a player wants to see in a playlist: a segment, or a part of it. Undefined: whatever there is. */
export type Wanted = { msn: number | undefined; part: number | undefined }

/** Any playlist. */
export const anything: Wanted = { msn: undefined, part: undefined }

/** The segment that comes next or is being made: its number, how many parts it has, and how long they may be. */
export type OpenSegment = { number: number; partCount: number; partSeconds: number | undefined }

/** Parts that a player may ask ahead: three seconds of them (RFC 8216bis, 6.2.5.2). */
const aheadSeconds = 3

/** Reads what a reload is to wait for. Throws what is invalid, or too far ahead to be waited for. */
export function readReload({ msn, part }: PlaylistQuery, open: OpenSegment): Wanted {
  if (msn === undefined) {
    if (part !== undefined) throw invalid(field('_HLS_part', 'requires', 'needs _HLS_msn beside it'))
    return anything
  }
  if (msn > open.number + 1) throw invalid(field('_HLS_msn', 'maximum', 'is too far ahead'))
  if (part === undefined || open.partSeconds === undefined) return { msn, part: undefined }
  const ahead = Math.ceil(aheadSeconds / Math.min(open.partSeconds, 1))
  const partMax = (msn === open.number ? open.partCount : 0) + ahead - 1
  if (msn >= open.number && part > partMax) throw invalid(field('_HLS_part', 'maximum', 'is too far ahead'))
  return { msn, part }
}
