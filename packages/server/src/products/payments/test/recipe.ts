import type { Recipe } from '#test/conformance/recipe.ts'

/** Exceptions of the product in the tests of all operations. */
export const recipe: Recipe = {}
