/** Work on a video that failed for a reason of the video's, not of ours. The message is a sentence for its owner. */
export class VideoFailed extends Error {
  readonly reason: string

  constructor(reason: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'VideoFailed'
    this.reason = reason
  }
}

/** Reasons that go away by themselves: the work is tried again. */
const passing = new Set(['busy', 'timed_out', 'storage_failed', 'crashed', 'unreachable', 'broken_off'])

/** Whether it may work when it is tried again later. */
export function isPassing(failure: VideoFailed): boolean {
  return passing.has(failure.reason)
}

/** Whether the work was cut short because its process stops: that is no failure of it. */
export function isCutShort(failure: VideoFailed): boolean {
  return failure.reason === 'cancelled'
}
