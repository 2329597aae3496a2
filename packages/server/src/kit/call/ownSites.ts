import type { Ctx } from './context.ts'
import { port } from './port.ts'

/** Sites of an account beside those of this server: the origins from which its public keys may be used. */
export type OwnSites = {
  /** Whether an origin such as `https://shop.example` is one of them. */
  has(ctx: Ctx, origin: string): Promise<boolean>
}

/** Sites of an account. */
export const ownSitesPort = port<OwnSites>('ownSites', { has: 'stays' })
