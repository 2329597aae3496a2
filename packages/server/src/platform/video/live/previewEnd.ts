import type { Broadcast } from '#platform/video/hls/broadcast.ts'
import type { Spool } from '#platform/video/spool/spool.ts'
import type { LiveRenditions } from './liveRenditions.ts'

/** Where the media of a session goes. */
type Outlets = { broadcast: Broadcast; renditions: LiveRenditions | undefined; spool: Spool }

/**
 * Forgets what was a preview, which was for nobody's eyes but the owner's: no audience winds back to it, no clip is cut
 * from it, and it is in no recording. The newest segment stays, for players to begin with.
 */
export function forgetPreview({ broadcast, renditions, spool }: Outlets): void {
  const { newestNumber } = broadcast
  if (newestNumber === undefined) return
  for (const outlet of [broadcast, renditions, spool]) outlet?.dropBefore(newestNumber)
}
