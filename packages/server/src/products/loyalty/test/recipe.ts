import type { Recipe } from '#test/conformance/recipe.ts'

const discount = { type: 'percent', percentOff: 10 } as const

/** Nouns that come into being by another one, and a sort over a derived column. */
export const recipe: Recipe = {
  computedSorts: { 'loyalty.coupon name': 'nameKey' },
  happen: {
    'loyalty.couponBatch': async (scene, { world }, count) => {
      for (let made = 0; made < count; made++) {
        await world.call('loyalty.coupon.create', { name: 'Batch', discount, quantity: 2 }, { key: scene.key })
      }
    },
  },
}
