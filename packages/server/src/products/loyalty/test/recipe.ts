import type { Recipe } from '#test/conformance/recipe.ts'

const discount = { type: 'percent', percentOff: 10 } as const

/** Nouns that come into being by another one, sorts over a derived column, and examples that need a promotion. */
export const recipe: Recipe = {
  computedSorts: { 'loyalty.coupon name': 'nameKey', 'loyalty.promotion name': 'nameKey' },
  happen: {
    'loyalty.couponBatch': async (scene, { world }, count) => {
      for (let made = 0; made < count; made++) {
        await world.call('loyalty.coupon.create', { name: 'Batch', discount, quantity: 2 }, { key: scene.key })
      }
    },
  },
  examples: {
    // A purchase uses promotions that run.
    'loyalty.promotion.evaluate': async (scene) => {
      await scene.make('loyalty.promotion', { status: 'active' })
      const items = [{ sku: 'TEA-100', quantity: 3, unitAmount: 450 }]
      return { cart: { currency: 'EUR', items }, commit: { clientReference: 'order 1' } }
    },
  },
}
