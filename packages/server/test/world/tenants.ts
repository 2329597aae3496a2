import assert from 'node:assert/strict'
import type { Account, AccountKind } from '#kit/call/context.ts'
import { product, type Product } from '#kit/nouns/product.ts'
import { makeKey } from '#platform/auth/keyFormat.ts'
import { executor, transaction } from '#platform/db/pools.ts'
import { createAccount, suspendAccount } from '#products/account/account.ts'
import { accountProduct } from '#products/account/index.ts'
import { livestream } from '#products/livestream/index.ts'
import { issue, revoke, type KeyDraft } from '#products/account/key.ts'
import { openBrowserOf, type Browser } from './signedIn.ts'
import type { World } from './world.ts'

/** Products that every server needs: accounts with their keys, and the ports of live video without its operations. */
export const tenantProducts: readonly Product[] = [
  accountProduct,
  product({ name: 'ports', title: 'Ports', description: 'For tests.', ports: livestream.ports }),
]

/** One live account with a secret key. */
export type Tenant = { account: Account; key: string; keyId: string }

/** Keys that must be refused, made once. */
export type Cast = {
  unauthentic: Record<'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked', string | undefined>
  scopeless: string
  /** A valid key, for requests that show it to the public. */
  exposed: string
  publicKey: string
  elsewhere: string
  personal: string
  suspended: string
  /** The session of an owner. */
  browser: Browser
}

/** The only origin that the cast's public key may be used from. */
export const allowedOrigin = 'https://shop.example'

/** Makes a live account with a secret key. */
export async function foundTenant({ app }: World, kind: AccountKind): Promise<Tenant> {
  const draft = { name: 'One of many', kind }
  const { liveId } = await transaction(app.pools, (db) => createAccount(db, draft, app.kernel.now()))
  const account = await app.kernel.accounts.find(liveId)
  assert.ok(account)
  const made = await issue(app.operatorCtx(account, 'test'), { name: 'First key', kind: 'secret' })
  return { account, key: made.secret, keyId: made.record.id }
}

/** Issues a key of an account; returns its secret. */
export async function issueKey({ app }: World, account: Account, draft: KeyDraft): Promise<string> {
  return (await issue(app.operatorCtx(account, 'test'), draft)).secret
}

/** Makes one key for each reason of a refusal. */
export async function castOf(w: World): Promise<Cast> {
  const { app, clock } = w
  const { account } = await foundTenant(w, 'business')
  const ctx = app.operatorCtx(account, 'test')
  const key = async (draft: Omit<KeyDraft, 'name'>) => issue(ctx, { name: 'Cast', ...draft })
  const expired = await key({ kind: 'secret', expiresAt: new Date(clock.now().getTime() - 1).toISOString() })
  const revoked = await key({ kind: 'secret' })
  await revoke(ctx, revoked.record.id)
  const banned = await foundTenant(w, 'business')
  await suspendAccount(executor(app.pools.work, true), banned.account.id, { isSuspended: true, at: clock.now() })
  app.keyring.evict(banned.account.id)
  const open = { allowedOrigins: [allowedOrigin] }
  return {
    unauthentic: {
      missing: undefined,
      malformed: 'fg_sk_live_nothing',
      unknown: makeKey('secret', 'live'),
      expired: expired.secret,
      revoked: revoked.secret,
    },
    scopeless: (await key({ kind: 'restricted', scopes: ['nothing.nowhere:read'] })).secret,
    exposed: (await key({ kind: 'secret' })).secret,
    publicKey: (await key({ kind: 'public', ...open })).secret,
    elsewhere: (await key({ kind: 'secret', allowedAddresses: ['203.0.113.0/24'] })).secret,
    personal: (await foundTenant(w, 'personal')).key,
    suspended: banned.key,
    browser: await openBrowserOf(app, account),
  }
}
