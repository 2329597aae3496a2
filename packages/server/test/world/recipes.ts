import type { Recipe, Recipes } from '#test/conformance/recipe.ts'

/** The recipe of each product, loaded when the first test of a process needs one. */
const modules: Record<string, () => Promise<{ recipe: Recipe }>> = {
  account: () => import('#products/account/test/recipe.ts'),
  livestream: () => import('#products/livestream/test/recipe.ts'),
  loyalty: () => import('#products/loyalty/test/recipe.ts'),
  marketing: () => import('#products/marketing/test/recipe.ts'),
  payments: () => import('#products/payments/test/recipe.ts'),
  places: () => import('#products/places/test/recipe.ts'),
}

/** The names of the products that have a recipe. */
export const recipeNames: readonly string[] = Object.keys(modules)

let merged: Promise<Recipes> | undefined

/** The recipes of all products, merged by name. */
export function loadRecipes(): Promise<Recipes> {
  merged ??= Promise.all(Object.values(modules).map((load) => load())).then((all) => {
    const part = (name: keyof Recipes) => Object.assign({}, ...all.map(({ recipe }) => recipe[name]))
    return {
      happen: part('happen'),
      give: part('give'),
      examples: part('examples'),
      endsAccess: part('endsAccess'),
      still: part('still'),
      testedApart: part('testedApart'),
      keptAfterwards: part('keptAfterwards'),
      computedSorts: part('computedSorts'),
    }
  })
  return merged
}
