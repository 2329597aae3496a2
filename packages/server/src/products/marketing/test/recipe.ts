import type { Recipe } from '#test/conformance/recipe.ts'

/** Where contacts differ: a sort over a derived column, and an action that needs evidence. */
export const recipe: Recipe = {
  computedSorts: { 'marketing.contact name': 'nameKey' },
  testedApart: { 'marketing.contact.update': ['subscribe'] },
}
