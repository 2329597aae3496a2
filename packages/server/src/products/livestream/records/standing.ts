/** How a stream stands. `startedAt` is when the session that runs was first shown to the audience; null before. */
export type Standing = { status: string; startedAt: string | null }

/** Whether an audience can watch it at this moment, or will in a moment again. */
export function isLive({ status, startedAt }: Standing): boolean {
  return status === 'live' || (status === 'reconnecting' && startedAt !== null)
}

/** Whether there is a picture of what is live that everybody may see. `hasPoster` holds only while it is live. */
export function hasOpenPoster({ hasPoster, visibility }: { hasPoster: boolean; visibility: string }): boolean {
  return hasPoster && (visibility === 'public' || visibility === 'unlisted')
}

/** Holds for what `isLive`: `row` is a row of streams. */
export function liveSql(row: string): string {
  return `(${row}.status = 'live' or (${row}.status = 'reconnecting' and ${row}.started_at is not null))`
}

/** Whether what arrives, or arrived until a moment ago, is for the owner alone, until `goLive`. */
export function isPreview({ status, startedAt }: Standing): boolean {
  return status === 'preview' || (status === 'reconnecting' && startedAt === null)
}
