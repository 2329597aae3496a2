/** An encoder that sent nothing for this long gives way to another one with the same key. */
const silentMs = 3_000

/** A session that another encoder wants. `heardAtMs` is when the one before sent something; undefined without one. */
export type Wanted = { isOver: boolean; heardAtMs: number | undefined; nowMs: number }

/** Why an encoder may not have a session, in words for whoever stands at it; undefined where it may. */
export function takeOverRefusal({ isOver, heardAtMs, nowMs }: Wanted): string | undefined {
  if (isOver) return 'This session has just ended. Start again.'
  const isHeld = heardAtMs !== undefined && nowMs - heardAtMs < silentMs
  return isHeld ? 'Another encoder publishes with this key at this moment.' : undefined
}
