import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, flag, idOf, matching } from '#kit/values/fields.ts'
import { madeFirst, once, operation, type Operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { exactlyOne, reach, reachAccount, reachList } from '#kit/call/recordReach.ts'
import { outputSchemaOf, isPublic, present, publicOutputSchemaOf, type Viewer } from '#kit/nouns/resource.ts'
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
import { moveToCategory, relabelCategory } from './links.ts'
import { removeLabel, type Removal } from './labelRemoval.ts'
import { placeAmong } from './siblings.ts'
import { inUse, slugTaken, type Category, type CategoryResource, type Taxonomy } from './taxonomy.ts'

const subCategoriesText = { description: 'Sub-categories of the category, in their order.' }

type Route = Parameters<typeof operation>[1]['route']

/** Sorts of labels, each served by an index; the first is the default. */
export const labelSorts = ['position', 'name', 'createdAt']

/** Category, Get All. */
export function listCategories(of: Taxonomy, route: Route, title: string): Operation {
  const { category } = of
  const options = { sorts: labelSorts, isSearchable: true }
  return operation(`${category.id}.all`, {
    route,
    title,
    description:
      'Lists the categories in their order. Inactive ones are listed with `includeInactive`, and never to the public.',
    scope: `${category.id}:read`,
    credential: 'public',
    isRead: true,
    input: closed({
      ...listInput(category, options).properties,
      includeInactive: Type.Optional(flag({ description: 'Shows inactive ones as well; false when left out.' })),
      includeSubCategories: Type.Optional(
        flag({ description: 'Includes the `subCategories` of each category; false when left out.' }),
      ),
    }),
    output: listPageOf(
      outputSchemaOf(category, {
        subCategories: Type.Optional(Type.Array(outputSchemaOf(of.subCategory), subCategoriesText)),
      }),
    ),
    publicOutput: listPageOf(
      publicOutputSchemaOf(category, {
        subCategories: Type.Optional(Type.Array(publicOutputSchemaOf(of.subCategory), subCategoriesText)),
      }),
    ),
    example: { includeSubCategories: true },
    async handle(ctx, input) {
      const { from, query } = await reachList(ctx, input, { of: category, ...options })
      const conditions = [...(query.conditions ?? []), ...activeOnly(input)]
      const page = await from.ctx.store.list(category, { ...query, conditions })
      const items = await present(from, category, page.items)
      if (input['includeSubCategories'] !== true) return { ...page, items }
      const within = await subCategoriesOf(from, of, { of: page.items, ...input })
      const full = items.map((item, index) => ({
        ...item,
        subCategories: within.get(page.items[index]?.id ?? '') ?? [],
      }))
      return { ...page, items: full }
    },
  })
}

/** Category, Create. */
export function createCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { category, names } = of
  return operation(`${category.id}.create`, {
    route,
    title,
    description: `Creates a category; an account has at most ${names.categoryCountMax}.`,
    scope: `${category.id}:write`,
    input: createInput(category),
    output: outputSchemaOf(category, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [category.facts.created],
    reasons: [names.duplicate, slugTaken],
    example: { name: 'Music', description: 'Concerts and sessions', color: '#3366ff' },
    handle: once(async (ctx, input) => {
      const [draft, options] = splitCreate<CategoryResource>(input)
      const made = await ctx.atomic(async (inner) => {
        const place = await placeAmong(inner, { table: category.table, fallback: 'category' }, draft)
        const set = { ...place, ...(draft.position === undefined ? {} : { position: draft.position }) }
        return inner.store.create(category, draft, { ...options, set, ...statusOf(draft) })
      })
      const [fields] = await present({ ctx, audience: 'owner' }, category, [made.record])
      return { ...fields, created: made.created }
    }),
  })
}

/** Category, Delete. */
export function removeCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { category } = of
  return operation(`${category.id}.delete`, {
    route,
    title,
    description:
      'Deletes a category with its sub-categories. A category in use is refused with the counts, unless ' +
      '`moveToCategoryId` names the category to move its members to; links to its sub-categories end then.',
    scope: `${category.id}:write`,
    input: closed({
      categoryId: idOf(category.prefix),
      moveToCategoryId: Type.Optional(idOf(category.prefix, { description: 'Category that its members move to.' })),
      ifVersion: ifVersion(),
    }),
    output: removed({ movedCount: Type.Integer({ minimum: 0, description: 'Members that moved.' }) }),
    emits: [category.facts.deleted, of.subCategory.facts.deleted],
    reasons: [inUse],
    example: { categoryId: madeFirst(category.id) },
    handle: once((ctx, input) => ctx.atomic((inner) => removeCategoryWithin(inner, of, input))),
  })
}

/** Category, Get By ID: by id, slug or the caller's own reference. */
export function getCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { category } = of
  return operation(`${category.id}.get`, {
    route,
    title,
    description: 'Gets one category with its sub-categories, by exactly one of id, slug and clientReference.',
    scope: `${category.id}:read`,
    credential: 'public',
    isRead: true,
    input: closed({
      categoryId: Type.Optional(idOf(category.prefix)),
      slug: Type.Optional(matching('^[a-z0-9-]+$', 60, { description: 'Slug.' })),
      clientReference: Type.Optional(clientReference()),
      accountId: Type.Optional(
        Type.String({ pattern: '^acc_[0-9a-hjkmnp-tv-z]{8}$', description: 'Id of the resource that has the slug.' }),
      ),
    }),
    output: outputSchemaOf(category, { subCategories: Type.Array(outputSchemaOf(of.subCategory), subCategoriesText) }),
    publicOutput: publicOutputSchemaOf(category, {
      subCategories: Type.Array(publicOutputSchemaOf(of.subCategory), subCategoriesText),
    }),
    example: { categoryId: madeFirst(category.id) },
    async handle(ctx, input) {
      const found = await reachCategory(ctx, of, input)
      const [fields] = await present(found, category, [found.record])
      const within = await subCategoriesOf(found, of, { of: [found.record], includeInactive: true })
      return { ...fields, subCategories: within.get(found.record.id) ?? [] }
    },
  })
}

/** Category, Update. */
export function updateCategory(of: Taxonomy, route: Route, title: string): Operation {
  const { category, names } = of
  return operation(`${category.id}.update`, {
    route,
    title,
    description: 'Changes a category. A new name is copied to its members that keep it as text.',
    scope: `${category.id}:write`,
    input: updateInput(category),
    output: outputSchemaOf(category),
    emits: [category.facts.updated],
    reasons: [names.duplicate, slugTaken],
    example: { categoryId: madeFirst(category.id), name: 'Live music' },
    handle: once(async (ctx, input) => {
      const { id, patch, options } = splitUpdate(category, input)
      const record = await ctx.atomic(async (inner) => {
        const before = await inner.store.get(category, id)
        const after = await inner.store.update(category, id, { patch, ...options, ...statusOf(patch) })
        if (after.name !== before.name) await relabelCategory(inner, of, after)
        return after
      })
      return (await present({ ctx, audience: 'owner' }, category, [record]))[0] ?? {}
    }),
  })
}

/** The state that `isActive` means. */
export function statusOf(sent: { isActive?: boolean | undefined }): { status?: string } {
  return sent.isActive === undefined ? {} : { status: sent.isActive ? 'active' : 'inactive' }
}

/** The condition that leaves out inactive labels, unless the input includes them. */
export function activeOnly(input: Record<string, unknown>) {
  const isIncluded = input['includeInactive'] === true || input['status'] !== undefined
  return isIncluded ? [] : [{ sql: "t.status = 'active'", values: [] }]
}

function removeCategoryWithin(ctx: Ctx, of: Taxonomy, input: Record<string, unknown>) {
  const { names, category, subCategory } = of
  const removal: Removal<CategoryResource> = {
    names,
    label: category,
    word: 'category',
    column: 'category_id',
    targetName: 'moveToCategoryId',
    moveMembers: (move) => moveToCategory(ctx, of, move),
    async clear(id) {
      const conditions = [{ sql: 't.category_id = $1', values: [uuidOf(category.prefix, id)] }]
      const within = await ctx.store.list(subCategory, { conditions, limit: names.subCategoryCountMax })
      for (const each of within.items) await ctx.store.remove(subCategory, each.id)
    },
  }
  return removeLabel(ctx, removal, input)
}

async function reachCategory(ctx: Ctx, of: Taxonomy, input: Record<string, unknown>) {
  const { category } = of
  const { accountId, ...rest } = input
  const by = exactlyOne(rest, ['categoryId', 'slug', 'clientReference'])
  if (by.name !== 'slug') return reach(ctx, category, by)
  const from = await reachAccount(ctx, category, typeof accountId === 'string' ? accountId : undefined)
  const record = await from.ctx.store.findBy(category, 'slug', by.value)
  if (record === undefined || (!from.isOwner && !isPublic(category, record))) throw problem(reasons.notFound)
  return { ctx: from.ctx, record, audience: from.audience }
}

type Parents = { of: readonly Category[]; includeInactive?: unknown }

/** Sub-categories of several categories, in their order, by the id of the category. */
async function subCategoriesOf(
  by: Viewer,
  of: Taxonomy,
  parents: Parents,
): Promise<Map<string, Record<string, unknown>[]>> {
  const ids = parents.of.map((each) => uuidOf(of.category.prefix, each.id))
  if (ids.length === 0) return new Map()
  const inside = { sql: 't.category_id = any($1::uuid[])', values: [ids] }
  const conditions = parents.includeInactive === true ? [inside] : [inside, ...activeOnly({})]
  const page = await by.ctx.store.list(of.subCategory, {
    conditions,
    sort: 'position',
    limit: ids.length * of.names.subCategoryCountMax,
    publicOnly: by.audience === 'public',
  })
  const forms = await present(by, of.subCategory, page.items)
  const within = new Map<string, Record<string, unknown>[]>()
  for (const [index, each] of page.items.entries()) {
    const siblings = within.get(each.categoryId) ?? []
    siblings.push({ ...forms[index] })
    within.set(each.categoryId, siblings)
  }
  return within
}
