/** How many sessions of this process may be made smaller at once. */
export type LadderSlots = {
  /** Takes a slot; answers what gives it back, once. Undefined where none is free. */
  take(): (() => void) | undefined
}

/** Opens so many slots. */
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
