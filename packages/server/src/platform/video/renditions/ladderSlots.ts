/** Slots for sessions that this process transcodes at the same time. */
export type LadderSlots = {
  /** Acquires a slot and returns the function that releases it once; undefined when none is free. */
  take(): (() => void) | undefined
}

/** Makes slots for this number of sessions. */
export function openLadderSlots(countMax: number): LadderSlots {
  let free = countMax
  return {
    take() {
      if (free <= 0) return undefined
      free -= 1
      let isHeld = true
      return () => {
        if (isHeld) free += 1
        isHeld = false
      }
    },
  }
}
