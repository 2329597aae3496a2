import type { Ctx } from '#kit/call/context.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { LinkColumn } from './numbers.ts'
import type { Category, SubCategory, Taxonomy, TaxonomyLink } from './taxonomy.ts'

/** The labels that links move from and to. */
export type Move<T> = { from: T; to: T }

/** Moves the rows of a category to another one; links to its sub-categories end. Returns the number of rows. */
export async function moveToCategory(ctx: Ctx, of: Taxonomy, { from, to }: Move<Category>): Promise<number> {
  return changeLinks(ctx, of, {
    verb: 'move',
    where: 'category_id',
    id: uuidOf(of.category.prefix, from.id),
    sets: { category_id: uuidOf(of.category.prefix, to.id) },
    endsSub: true,
    texts: categoryTexts(to),
  })
}

/** Moves the rows of a sub-category to another one, of any category. Returns the number of rows. */
export async function moveToSubCategory(ctx: Ctx, of: Taxonomy, { from, to }: Move<SubCategory>): Promise<number> {
  const category = await ctx.store.get(of.category, to.categoryId)
  return changeLinks(ctx, of, {
    verb: 'move',
    where: 'sub_category_id',
    id: uuidOf(of.subCategory.prefix, from.id),
    sets: {
      sub_category_id: uuidOf(of.subCategory.prefix, to.id),
      category_id: uuidOf(of.category.prefix, category.id),
    },
    texts: { ...subCategoryTexts(to), ...categoryTexts(category) },
  })
}

/** Copies a category's name to the rows that keep it as text. */
export async function relabelCategory(ctx: Ctx, of: Taxonomy, category: Category): Promise<void> {
  await changeLinks(ctx, of, {
    verb: 'rename',
    where: 'category_id',
    id: uuidOf(of.category.prefix, category.id),
    sets: {},
    texts: categoryTexts(category),
  })
}

/** Copies a sub-category's name to the rows that keep it as text. */
export async function relabelSubCategory(ctx: Ctx, of: Taxonomy, sub: SubCategory): Promise<void> {
  await changeLinks(ctx, of, {
    verb: 'rename',
    where: 'sub_category_id',
    id: uuidOf(of.subCategory.prefix, sub.id),
    sets: {},
    texts: subCategoryTexts(sub),
  })
}

type Change = {
  verb: 'move' | 'rename'
  where: LinkColumn
  id: string | null
  sets: Record<string, unknown>
  /** Columns of rows that keep names as text. */
  texts: Record<string, unknown>
  /** Whether the link to a sub-category ends, with its text. */
  endsSub?: boolean
}

/** Changes linked rows and their version, so that a write based on an older version fails. Emits no fact. */
async function changeLinks(ctx: Ctx, of: Taxonomy, change: Change): Promise<number> {
  let moved = 0
  for (const link of of.names.links) {
    const columns = { ...change.sets, ...(link.hasText ? change.texts : {}) }
    if (Object.keys(columns).length === 0) continue
    const sets = Object.keys(columns).map((name, index) => `${name} = $${index + 4}`)
    const text =
      `with moved as (update ${link.table} set ${[...sets, ...endings(link, change)].join(', ')}, ` +
      `version = version + 1, updated_at = $3 where account_id = $1 and ${change.where} = $2 and deleted_at is null ` +
      'returning 1) select count(*)::integer as moved from moved'
    const changing = builtStatement<{ moved: number }>(`${link.table}.${change.verb}.${change.where}`, 'account', text)
    const values = [ctx.account.id, change.id, ctx.now().toISOString(), ...Object.values(columns)]
    const [row] = await ctx.db.rows(changing, values)
    moved += row?.moved ?? 0
  }
  return moved
}

function endings(link: TaxonomyLink, change: Change): string[] {
  if (change.endsSub !== true) return []
  const kept = (column: string) => `${column} = case when sub_category_id is null then ${column} end`
  return ['sub_category_id = null', ...(link.hasText ? [kept('sub_category'), kept('sub_category_folded')] : [])]
}

function categoryTexts(category: Category) {
  return { category: category.name, category_folded: foldName(category.name) }
}

function subCategoryTexts(sub: SubCategory) {
  return { sub_category: sub.name, sub_category_folded: foldName(sub.name) }
}
