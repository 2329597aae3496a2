import { reason } from '#kit/call/problem.ts'

/** The longest clip, in seconds. */
export const secondsMax = 300

/** The requested range has left the window, or is not recorded yet. */
export const outsideWindow = reason('conflict', 'outside_window', 'The range is not, or no longer, there to be cut.')

/** Nothing is live in the stream. */
export const notLive = reason('conflict', 'not_live', 'The stream is not live: clip its replay by staticId.')

/** Clips have a longest duration. */
export const clipTooLong = reason('invalid_request', 'clip_too_long', `A clip is at most ${secondsMax} seconds long.`)

/** The owner wants no clips by viewers. */
export const clipsDisabled = reason('not_authorized', 'clips_disabled', 'Viewers may not make clips of this video.')
