/** Why a clip, a recording or an import could not be finished. */
export type FinishFailure =
  | 'outside_range'
  | 'not_a_video'
  | 'unsupported_codec'
  | 'ffmpeg_missing'
  | 'damaged'
  | 'too_large'
  | 'timed_out'
  | 'busy'
  | 'cancelled'
  | 'source_missing'
  | 'storage_failed'
  | 'crashed'

/** A job that did not work. The message is a whole sentence for the account: it names no path and no address. */
export class FinishFailed extends Error {
  readonly reason: FinishFailure

  constructor(reason: FinishFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FinishFailed'
    this.reason = reason
  }
}
