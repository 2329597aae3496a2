import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, flag, idOf } from '#kit/values/fields.ts'
import { madeFirst, once, operation, type Operation } from '#kit/nouns/operation.ts'
import { invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { exactlyOne, reach, reachList } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  listInput,
  listPageOf,
  removed,
  splitCreate,
  splitUpdate,
  updateInput,
} from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { activeOnly, labelSorts, statusOf } from './categoryOperations.ts'
import { moveToSubCategory, relabelSubCategory } from './links.ts'
import { withinActive } from './numbers.ts'
import { removeLabel, type Removal } from './labelRemoval.ts'
import { placeAmong } from './siblings.ts'
import { inUse, slugTaken, type SubCategoryResource, type Taxonomy } from './taxonomy.ts'

type Route = Parameters<typeof operation>[1]['route']

/** SubCategory, Get All. */
export function listSubCategories(of: Taxonomy, route: Route, title: string): Operation {
  const { category, subCategory } = of
  const options = { sorts: labelSorts, isSearchable: true }
  return operation(`${subCategory.id}.all`, {
    route,
    title,
    description: 'Lists sub-categories in their order, of one category or of all.',
    scope: `${subCategory.id}:read`,
    credential: 'public',
    isRead: true,
    input: closed({
      ...listInput(subCategory, options).properties,
      categoryId: Type.Optional(idOf(category.prefix, { description: 'Only sub-categories of this category.' })),
      includeInactive: Type.Optional(flag({ description: 'Shows inactive ones as well; false when left out.' })),
    }),
    output: listPageOf(outputSchemaOf(subCategory)),
    publicOutput: listPageOf(publicOutputSchemaOf(subCategory)),
    example: { categoryId: madeFirst(category.id) },
    async handle(ctx, input) {
      const { from, query } = await reachList(ctx, input, { of: subCategory, ...options })
      const { categoryId } = input
      const inside = { sql: 't.category_id = $1', values: [uuidOf(category.prefix, categoryId)] }
      const conditions = [
        ...(query.conditions ?? []),
        ...activeOnly(input),
        ...(categoryId === undefined ? [] : [inside]),
        ...(from.isOwner ? [] : [withinActive(of.names)]),
      ]
      const page = await from.ctx.store.list(subCategory, { ...query, conditions })
      const items = await present(from, subCategory, page.items)
      return { ...page, items }
    },
  })
}

/** SubCategory, Create. */
export function createSubCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { subCategory, names } = of
  return operation(`${subCategory.id}.create`, {
    route,
    title,
    description: `Creates a sub-category inside a category, which holds at most ${names.subCategoryCountMax}.`,
    scope: `${subCategory.id}:write`,
    input: createInput(subCategory),
    output: outputSchemaOf(subCategory, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [subCategory.facts.created],
    reasons: [names.duplicate, slugTaken],
    example: { categoryId: madeFirst(of.category.id), name: 'Jazz' },
    handle: once(async (ctx, input) => {
      const [draft, options] = splitCreate<SubCategoryResource>(input)
      const made = await ctx.atomic(async (inner) => {
        await claimCategory(inner, of, draft.categoryId)
        const siblings = {
          table: subCategory.table,
          fallback: 'sub-category',
          categoryUuid: uuidOf(of.category.prefix, draft.categoryId),
        }
        const place = await placeAmong(inner, siblings, draft)
        const set = { ...place, ...(draft.position === undefined ? {} : { position: draft.position }) }
        const result = await inner.store.create(subCategory, draft, { ...options, set, ...statusOf(draft) })
        if (result.created) await refuseCrowd(inner, of, draft.categoryId)
        return result
      })
      const [fields] = await present({ ctx, audience: 'owner' }, subCategory, [made.record])
      return { ...fields, created: made.created }
    }),
  })
}

/** SubCategory, Delete. */
export function removeSubCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { subCategory } = of
  return operation(`${subCategory.id}.delete`, {
    route,
    title,
    description:
      'Deletes a sub-category. A sub-category in use is refused with the counts, unless `moveToSubCategoryId` names ' +
      'the sub-category to move its members to; they join its category, which may be another one.',
    scope: `${subCategory.id}:write`,
    input: closed({
      subCategoryId: idOf(subCategory.prefix),
      moveToSubCategoryId: Type.Optional(
        idOf(subCategory.prefix, { description: 'Sub-category that its members move to.' }),
      ),
      ifVersion: ifVersion(),
    }),
    output: removed({ movedCount: Type.Integer({ minimum: 0, description: 'Members that moved.' }) }),
    emits: [subCategory.facts.deleted],
    reasons: [inUse],
    example: { subCategoryId: madeFirst(subCategory.id) },
    handle: once((ctx, input) => ctx.atomic((inner) => removeSubCategoryAlone(inner, of, input))),
  })
}

/** SubCategory, Get By ID, or by the caller's own reference. */
export function getSubCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { category, subCategory } = of
  return operation(`${subCategory.id}.get`, {
    route,
    title,
    description: 'Gets one sub-category with the name of its category.',
    scope: `${subCategory.id}:read`,
    credential: 'public',
    isRead: true,
    input: closed({
      subCategoryId: Type.Optional(idOf(subCategory.prefix)),
      clientReference: Type.Optional(clientReference()),
    }),
    output: outputSchemaOf(subCategory),
    publicOutput: publicOutputSchemaOf(subCategory),
    example: { subCategoryId: madeFirst(subCategory.id) },
    async handle(ctx, input) {
      const found = await reach(ctx, subCategory, exactlyOne(input, ['subCategoryId', 'clientReference']))
      const parent = await found.ctx.store.find(category, found.record.categoryId)
      if (found.audience === 'public' && parent?.status !== 'active') throw problem(reasons.notFound)
      return (await present(found, subCategory, [found.record]))[0] ?? {}
    },
  })
}

/** SubCategory, Update. */
export function updateSubCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { subCategory, names } = of
  return operation(`${subCategory.id}.update`, {
    route,
    title,
    description: 'Changes a sub-category. `categoryId` moves it, with its members, to another category.',
    scope: `${subCategory.id}:write`,
    input: updateInput(subCategory),
    output: outputSchemaOf(subCategory),
    emits: [subCategory.facts.updated],
    reasons: [names.duplicate, slugTaken],
    example: { subCategoryId: madeFirst(subCategory.id), name: 'Bebop' },
    handle: once(async (ctx, input) => {
      const { id, patch, options } = splitUpdate(subCategory, input)
      const record = await ctx.atomic(async (inner) => {
        const before = await inner.store.get(subCategory, id)
        if (patch.categoryId !== undefined) await claimCategory(inner, of, patch.categoryId)
        const after = await inner.store.update(subCategory, id, { patch, ...options, ...statusOf(patch) })
        if (after.categoryId !== before.categoryId) {
          await refuseCrowd(inner, of, after.categoryId)
          await moveToSubCategory(inner, of, { from: after, to: after })
        } else if (after.name !== before.name) await relabelSubCategory(inner, of, after)
        return after
      })
      return (await present({ ctx, audience: 'owner' }, subCategory, [record]))[0] ?? {}
    }),
  })
}

async function claimCategory(ctx: Ctx, of: Taxonomy, id: string): Promise<void> {
  if (await lockForUpdate(ctx, of.category, id)) return
  throw invalid(unknownReference('categoryId'))
}

/** Counts after the write, under the lock of the category: the count is exact, and throwing rolls the write back. */
async function refuseCrowd(ctx: Ctx, of: Taxonomy, categoryId: string): Promise<void> {
  const countMax = of.names.subCategoryCountMax
  const inside = { sql: 't.category_id = $1', values: [uuidOf(of.category.prefix, categoryId)] }
  if ((await ctx.store.count(of.subCategory, [inside], countMax + 1)) <= countMax) return
  throw problem(reasons.limitReached, {
    message: `A category may have ${countMax} sub-categories.`,
    details: { countMax },
  })
}

function removeSubCategoryAlone(ctx: Ctx, of: Taxonomy, input: Record<string, unknown>) {
  const { names, subCategory } = of
  const removal: Removal<SubCategoryResource> = {
    names,
    label: subCategory,
    word: 'sub-category',
    column: 'sub_category_id',
    targetName: 'moveToSubCategoryId',
    moveMembers: (move) => moveToSubCategory(ctx, of, move),
  }
  return removeLabel(ctx, removal, input)
}
