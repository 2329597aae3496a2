/** Silence after which an encoder gives way to another one with the same key. */
const silenceMaxMs = 3_000

/** Session that a further encoder publishes to. `silenceMs`: time since the last message of the present encoder. */
export type PublishedSession = { isOver: boolean; silenceMs: number | undefined }

/** Refusal of a further encoder, as a sentence for the person at it; undefined where it may publish. */
export function takeOverRefusal({ isOver, silenceMs }: PublishedSession): string | undefined {
  if (isOver) return 'This session has just ended. Start again.'
  const isHeld = silenceMs !== undefined && silenceMs < silenceMaxMs
  return isHeld ? 'Another encoder publishes with this key at this moment.' : undefined
}
