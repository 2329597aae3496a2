/** State of a stream. `startedAt` is when its current session first went live; null before. */
export type Standing = { status: string; startedAt: string | null }

/** Whether the stream is live: an audience can watch it, or waits for its encoder to reconnect. */
export function isLive({ status, startedAt }: Standing): boolean {
  return status === 'live' || (status === 'reconnecting' && startedAt !== null)
}

/** Whether a live stream has a frame as its poster that needs no grant. `hasPoster` is true only while it is live. */
export function hasOpenPoster({ hasPoster, visibility }: { hasPoster: boolean; visibility: string }): boolean {
  return hasPoster && (visibility === 'public' || visibility === 'unlisted')
}

/** SQL condition equal to `isLive()`, for a row of streams. */
export function liveSql(row: string): string {
  return `(${row}.status = 'live' or (${row}.status = 'reconnecting' and ${row}.started_at is not null))`
}

/** Whether the session is a preview: only the owner may watch it until `goLive`. */
export function isPreview({ status, startedAt }: Standing): boolean {
  return status === 'preview' || (status === 'reconnecting' && startedAt === null)
}
