/** Delay after which requests that waited for the start have responses. */
const afterMs = 1_000

/**
 * Gives back, once, what only the start has used. Its garbage is twice what lives; V8 leaves it for the first minute,
 * and keeps the room of a young generation that an idle server does not fill. Takes some 60 ms, in one piece. Does
 * nothing without the flag --expose-gc, which `npm start` sets.
 */
export function collectStartGarbage(): void {
  // Only this flavour makes the young generation small again; it grows within a few collections when requests come.
  setTimeout(() => void globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), afterMs).unref()
}
