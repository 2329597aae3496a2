import type { Ctx } from '#kit/call/context.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForShare } from '#platform/db/rowLocks.ts'
import type { Taxonomy } from './taxonomy.ts'

/** The category and sub-category of a record. */
export type Labels = { categoryId: string | null; subCategoryId: string | null }

/** Labels as a caller sends them: by id or by name, null to clear, left out to keep. */
export type SentLabels = {
  categoryId?: string | null | undefined
  subCategoryId?: string | null | undefined
  category?: string | null | undefined
  subCategory?: string | null | undefined
}

/**
 * The labels of a record after a write. A sub-category sets its category; a new category clears a sub-category of
 * another one. Throws invalid for labels that do not exist or do not match. Call inside `ctx.atomic`.
 */
export async function resolveLabels(ctx: Ctx, of: Taxonomy, change: { sent: SentLabels; before: Labels }) {
  const { sent, before } = change
  refuseBoth(sent)
  const categoryId = await sentCategory(ctx, of, sent)
  if (sent.subCategoryId === null || sent.subCategory === null) {
    return { categoryId: categoryId === undefined ? before.categoryId : categoryId, subCategoryId: null }
  }
  const sub = await sentSubCategory(ctx, of, {
    sent,
    within: categoryId === undefined ? before.categoryId : categoryId,
  })
  if (sub !== undefined) {
    const isApart = categoryId !== undefined && categoryId !== sub.categoryId
    if (isApart) throw invalid(field(nameOfSub(sent), 'reference', 'belongs to another category'))
    return { categoryId: sub.categoryId, subCategoryId: sub.id }
  }
  if (categoryId === undefined || categoryId === before.categoryId) {
    return { categoryId: before.categoryId, subCategoryId: before.subCategoryId }
  }
  return { categoryId, subCategoryId: null }
}

/** The labels with these names; null without one. Throws nothing. Call inside `ctx.atomic`. */
export async function matchLabels(
  ctx: Ctx,
  of: Taxonomy,
  names: { category: string | null; subCategory: string | null },
) {
  const category = names.category === null ? undefined : await categoryNamed(ctx, of, names.category)
  const sub =
    category === undefined || names.subCategory === null
      ? []
      : await subCategoriesNamed(ctx, of, { name: names.subCategory, categoryId: category })
  return { categoryId: category ?? null, subCategoryId: sub[0]?.id ?? null }
}

function refuseBoth(sent: SentLabels): void {
  for (const [id, name] of [['categoryId', 'category'] as const, ['subCategoryId', 'subCategory'] as const]) {
    if (sent[id] === undefined || sent[name] === undefined) continue
    const message = `exactly one of ${id}, ${name} may be sent`
    throw invalid(field(id, 'exactlyOne', message), field(name, 'exactlyOne', message))
  }
}

/** The category that the input names: undefined when left out, null when cleared. */
async function sentCategory(ctx: Ctx, of: Taxonomy, sent: SentLabels): Promise<string | null | undefined> {
  if (sent.categoryId === null || sent.category === null) return null
  if (typeof sent.categoryId === 'string') {
    if (await lockForShare(ctx, of.category, sent.categoryId)) return sent.categoryId
    throw invalid(unknownReference('categoryId'))
  }
  if (sent.category === undefined) return undefined
  const found = await categoryNamed(ctx, of, sent.category)
  if (found === undefined) throw invalid(field('category', 'reference', 'is not the name of a category'))
  return found
}

type FoundSub = { id: string; categoryId: string }

async function sentSubCategory(ctx: Ctx, of: Taxonomy, change: { sent: SentLabels; within: string | null }) {
  const { subCategory, subCategoryId } = change.sent
  if (typeof subCategoryId === 'string') {
    const isThere = await lockForShare(ctx, of.subCategory, subCategoryId)
    const found = isThere ? await ctx.store.find(of.subCategory, subCategoryId) : undefined
    if (found !== undefined) return { id: found.id, categoryId: found.categoryId }
    throw invalid(unknownReference('subCategoryId'))
  }
  if (typeof subCategory !== 'string') return undefined
  const found = await subCategoriesNamed(ctx, of, { name: subCategory, categoryId: change.within })
  if (found.length === 1) return found[0]
  const message = found.length === 0 ? 'is not the name of a sub-category there' : 'names several: send the id'
  throw invalid(field('subCategory', 'reference', message))
}

function nameOfSub(sent: SentLabels): string {
  return sent.subCategoryId === undefined ? 'subCategory' : 'subCategoryId'
}

async function categoryNamed(ctx: Ctx, of: Taxonomy, name: string): Promise<string | undefined> {
  const { table, prefix } = of.category
  const named = builtStatement<{ id: string }>(
    `${table}.named`,
    'account',
    `select id from ${table} where account_id = $1 and name_folded = $2 and deleted_at is null for share`,
  )
  const [row] = await ctx.db.rows(named, [ctx.account.id, foldName(name)])
  return row === undefined ? undefined : encodeId(prefix, ctx.account.id, row.id)
}

type Named = { name: string; categoryId: string | null }

/** Up to two sub-categories of a name: two mean that the name is ambiguous. */
async function subCategoriesNamed(ctx: Ctx, of: Taxonomy, { name, categoryId }: Named): Promise<FoundSub[]> {
  const { table, prefix } = of.subCategory
  const named = builtStatement<{ id: string; category_id: string }>(
    `${table}.named`,
    'account',
    `select id, category_id from ${table} where account_id = $1 and name_folded = $2 ` +
      'and ($3::uuid is null or category_id = $3) and deleted_at is null order by id limit 2 for share',
  )
  const values = [ctx.account.id, foldName(name), uuidOf(of.category.prefix, categoryId)]
  const rows = await ctx.db.rows(named, values)
  return rows.map((row) => ({
    id: encodeId(prefix, ctx.account.id, row.id),
    categoryId: encodeId(of.category.prefix, ctx.account.id, row.category_id),
  }))
}
