/** An encoder that sent nothing for this long gives way to another one with the same key. */
const silenceMaxMs = 3_000

/** A session that another encoder wants. `silenceMs`: since the one before sent something; undefined without one. */
export type Wanted = { isOver: boolean; silenceMs: number | undefined }

/** Why an encoder may not have a session, in words for whoever stands at it; undefined where it may. */
export function takeOverRefusal({ isOver, silenceMs }: Wanted): string | undefined {
  if (isOver) return 'This session has just ended. Start again.'
  const isHeld = silenceMs !== undefined && silenceMs < silenceMaxMs
  return isHeld ? 'Another encoder publishes with this key at this moment.' : undefined
}
