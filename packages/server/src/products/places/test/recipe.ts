import type { Recipe } from '#test/conformance/recipe.ts'

/** Sorts of places that run over a derived column or a distance. */
export const recipe: Recipe = {
  computedSorts: {
    'places.place name': 'nameKey',
    'places.place distance': null,
    'places.place relevance': null,
  },
}
