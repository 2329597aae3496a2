/** Reason why a clip, a recording or an import failed. */
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

/** A failed job. The message is a whole sentence for the account, without paths and addresses. */
export class FinishFailed extends Error {
  readonly reason: FinishFailure

  constructor(reason: FinishFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FinishFailed'
    this.reason = reason
  }
}
