import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** Colour and icon of a category, as pages show them. */
export type CategoryLook = { color: string | null; iconUrl: string | null }

/** Looks of categories by their ids; categories with neither colour nor icon are left out. */
export async function categoryLooks(
  ctx: Ctx,
  categoryIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, CategoryLook>> {
  const uuids = [...new Set(categoryIds.flatMap((id) => uuidOf('cat', id) ?? []))]
  if (uuids.length === 0) return new Map()
  const rows = await ctx.db.rows(selectLooks, [ctx.account.id, uuids])
  return new Map(
    rows.map(({ id, color, icon_url }) => [encodeId('cat', ctx.account.id, id), { color, iconUrl: icon_url }]),
  )
}

const selectLooks = statement(
  'livestream_category.looks',
  'account',
  `select id, color, icon_url from livestream_category
   where account_id = $1 and id = any($2::uuid[]) and deleted_at is null
     and (color is not null or icon_url is not null)`,
)
