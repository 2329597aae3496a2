/** Why a stream cannot be shown, in a sentence each for what happened and what to do about it. */
export type Refusal = { code: 'codec_unsupported' | 'no_key_frame' | 'no_video'; message: string; advice: string }

/** Neither browsers nor we can play what came; `codec` names it. */
export function codecRefused(codec: string, advice: string): Refusal {
  return { code: 'codec_unsupported', message: `The encoder sends ${codec}, which cannot be shown.`, advice }
}

/** Pictures came, but none that a player can begin with. */
export const noKeyFrame: Refusal = {
  code: 'no_key_frame',
  message: 'The encoder sends no key frames, so players have nothing to begin with.',
  advice: 'Set the key-frame interval of the encoder to 2 seconds. In OBS: Settings, Output, Keyframe Interval.',
}

/** Sound may have come, but no picture. */
export const noVideo: Refusal = {
  code: 'no_video',
  message: 'The encoder sends no video.',
  advice: 'Check that the scene has a video source and that the encoder sends H.264.',
}
