/** Failure of work on a video by a cause outside the program. The message is a sentence for the video's owner. */
export class VideoFailed extends Error {
  readonly reason: string

  constructor(reason: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'VideoFailed'
    this.reason = reason
  }
}

/** Reasons of temporary failures: the work is retried. */
const passing = new Set(['busy', 'timed_out', 'storage_failed', 'crashed', 'unreachable', 'broken_off'])

/** Whether a later retry may succeed. */
export function isPassing(failure: VideoFailed): boolean {
  return passing.has(failure.reason)
}

/** Whether the work was cancelled because its process stops, which does not count as a failure. */
export function isCutShort(failure: VideoFailed): boolean {
  return failure.reason === 'cancelled'
}
