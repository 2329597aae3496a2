import { port } from '#kit/call/port.ts'

export type FactSignals = {
  /** Listens from now on. Close it. */
  watch(accountId: number): FactWatch
}

export type FactWatch = {
  /**
   * facts: some were published since the watch began or `next` last said so. over: none came in this time. refused:
   * too many wait already, or the process ends.
   */
  next(timeoutMs: number): Promise<'facts' | 'over' | 'refused'>
  close(): void
}

/** Signals that an account has new public facts. */
export const factSignalsPort = port<FactSignals>('factSignals', {})
