import { port } from '#kit/call/port.ts'

export type FactSignals = {
  /** Starts a watch of an account, until it is closed. */
  watch(accountId: number): FactWatch
}

export type FactWatch = {
  /**
   * Waits for facts. facts: new facts since the watch began or since the last `facts`. over: the time passed without
   * facts. refused: too many waits, or the process ends.
   */
  next(timeoutMs: number): Promise<'facts' | 'over' | 'refused'>
  /** Ends the watch, and a wait under way. */
  close(): void
}

/** Signals that an account has new public facts. */
export const factSignalsPort = port<FactSignals>('factSignals', {})
