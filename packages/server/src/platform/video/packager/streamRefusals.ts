/** Reason why a stream is refused: a sentence for what happened, a sentence of advice. */
export type Refusal = {
  code: 'codec_unsupported' | 'no_key_frame' | 'no_video' | 'no_timestamps'
  message: string
  advice: string
}

/** Codec that browsers do not play. */
export function codecRefused(codec: string, advice: string): Refusal {
  return { code: 'codec_unsupported', message: `The encoder sends ${codec}, which cannot be shown.`, advice }
}

/** Frames arrived, but no key frame that a player can start with. */
export const noKeyFrame: Refusal = {
  code: 'no_key_frame',
  message: 'The encoder sends no key frames, so players have nothing to begin with.',
  advice: 'Set the key-frame interval of the encoder to 2 seconds. In OBS: Settings, Output, Keyframe Interval.',
}

/** No video frame arrived; audio may have. */
export const noVideo: Refusal = {
  code: 'no_video',
  message: 'The encoder sends no video.',
  advice: 'Check that the scene has a video source and that the encoder sends H.264.',
}

/** All frames have one timestamp, so none has a duration. */
export const stillTimestamps: Refusal = {
  code: 'no_timestamps',
  message: 'All frames of the encoder have the same timestamp, so nothing can be shown.',
  advice: 'Let the encoder stamp its frames: in ffmpeg read the input with -re or -use_wallclock_as_timestamps 1.',
}
