import type { Account, Ctx, OfflineCtx } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import type { LiveHost } from './liveHost.ts'

/** Functions of the platform for a live host: accounts, contexts, and a signal when facts are queued. */
export type LiveHostParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  /** Opens a context across accounts. */
  openOffline(name: string): OfflineCtx
  onFacts(): void
}

/** Opener of the live host; the product with the streams provides it. */
export const liveHostPort = port<(parts: LiveHostParts) => LiveHost>('liveHost', {})
