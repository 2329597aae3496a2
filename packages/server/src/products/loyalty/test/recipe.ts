import { randomUUID } from 'node:crypto'
import { rewardsPort } from '#kit/call/rewards.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import type { Recipe } from '#test/conformance/recipe.ts'
import type { Scene, Stage } from '#test/conformance/stage.ts'

const discount = { type: 'percent', percentOff: 10 } as const

/** Nouns that come into being by another one, sorts over derived columns, examples that need more than records. */
export const recipe: Recipe = {
  computedSorts: {
    'loyalty.coupon name': 'nameKey',
    'loyalty.coupon expiresAt': 'expiryKey',
    'loyalty.promotion name': 'nameKey',
    'loyalty.reward name': 'nameKey',
  },
  happen: {
    'loyalty.couponBatch': async (scene, { world }, count) => {
      for (let made = 0; made < count; made++) {
        await world.call('loyalty.coupon.create', { name: 'Batch', discount, quantity: 2 }, { key: scene.key })
      }
    },
    'loyalty.transaction': async (scene, stage, count) => {
      for (let made = 0; made < count; made++) await withTokens(scene, stage)
    },
  },
  // A rule resumes after it was activated and paused.
  testedApart: { 'loyalty.reward.update': ['resume'] },
  examples: {
    // A purchase uses promotions that run.
    'loyalty.promotion.evaluate': async (scene) => {
      await scene.make('loyalty.promotion', { status: 'active' })
      const items = [{ sku: 'TEA-100', quantity: 3, unitAmount: 450 }]
      return { cart: { currency: 'EUR', items }, commit: { clientReference: 'order 1' } }
    },
    'loyalty.wallet.takePerk': async (scene, stage) => {
      const contactId = await withTokens(scene, stage)
      const perk = { name: 'A drink', mode: 'perk', cost: 10, gives: { type: 'manual' } } as const
      const { id: rewardId } = await stage.world.call('loyalty.reward.create', perk, { key: scene.key })
      const viewerToken = await viewerTokenOf(scene, stage, contactId)
      return { accountId: scene.account.publicId, rewardId, attempt: randomUUID(), viewerToken }
    },
    'loyalty.wallet.claimDrop': async (scene, stage) => {
      const { id: dropId } = await scene.make('loyalty.drop')
      const { id: contactId } = await scene.make('marketing.contact')
      const viewerToken = await viewerTokenOf(scene, stage, String(contactId))
      return { accountId: scene.account.publicId, dropId, viewerToken }
    },
    'loyalty.reward.spend': async (scene, stage) => {
      return { contactId: await withTokens(scene, stage), amount: 10, clientReference: 'order-1' }
    },
    'loyalty.reward.transfer': async (scene, stage) => {
      const { id: toContactId } = await scene.make('marketing.contact')
      return { contactId: await withTokens(scene, stage), toContactId, amount: 10, clientReference: 'gift-1' }
    },
  },
}

/** A contact with a hundred tokens that belong to no reward. */
async function withTokens(scene: Scene, { world }: Stage): Promise<string> {
  const contactId = String((await scene.make('marketing.contact'))['id'])
  const ctx = world.app.operatorCtx(scene.account, 'test')
  const grant = { contactId, token: 'POINTS', amount: 100n, rewardId: null, reason: 'Test', expiresAt: null }
  await ctx.atomic((inner) => inner.port(rewardsPort).grant(inner, { ...grant, reference: randomUUID() }))
  await world.settle()
  return contactId
}

async function viewerTokenOf({ account }: Scene, { world }: Stage, contactId: string): Promise<string> {
  const ctx = world.app.operatorCtx(account, 'test')
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + 60
  return ctx.port(viewerTokensPort).signViewer({ accountId: account.publicId, contactId, expiresAt })
}
