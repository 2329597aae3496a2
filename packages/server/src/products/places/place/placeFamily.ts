import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { invalid, problem, reason, unknownReference } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { place } from './place.ts'

/** Depth of nested places: a floor in a hall in a fairground in a district. */
export const levelsMax = 5
/** Places that one delete or merge changes beside the named one. */
export const takenAlongMax = 1_000

/** A place cannot be part of itself. */
export const parentCycle = reason('conflict', 'parent_cycle', 'The place would be part of itself.')
/** Places nest only so deep. */
export const parentTooDeep = reason('conflict', 'parent_too_deep', `Places nest at most ${levelsMax} levels deep.`)

/** Name of the lock for changes of parents: one call of an account at a time. */
export const familyLock = 'places.family'

/** Throws unless this place, or a new one, may become part of the other. The caller holds `familyLock`. */
export async function checkParent(ctx: Ctx, parentId: string, childId?: string): Promise<void> {
  const parent = parseId(place.prefix, parentId)
  const above = parent === undefined ? [] : await ancestors(ctx, parent.uuid)
  if (above[0] === undefined || above[0].is_gone || parent?.accountId !== ctx.account.id) {
    throw invalid(unknownReference('parentPlaceId'))
  }
  const child = childId === undefined ? undefined : parseId(place.prefix, childId)?.uuid
  if (child !== undefined && above.some((each) => each.id === child)) throw problem(parentCycle)
  const below = child === undefined ? 1 : await levelsFrom(ctx, child)
  if (above.length + below > levelsMax) throw problem(parentTooDeep)
}

/** Whether the first place lies within the second, at any depth, or is the second. */
export async function isWithin(ctx: Ctx, innerId: string, outerId: string): Promise<boolean> {
  const [inner, outer] = [parseId(place.prefix, innerId), parseId(place.prefix, outerId)]
  if (inner === undefined || outer === undefined) return false
  return (await ancestors(ctx, inner.uuid)).some((each) => each.id === outer.uuid)
}

/** The ids of the places that are part of this one, or were merged into it: at most one more than `takenAlongMax`. */
export async function listTied(ctx: Ctx, by: 'parent' | 'merged', placeId: string): Promise<string[]> {
  const uuid = parseId(place.prefix, placeId)?.uuid
  const rows = await ctx.db.rows(by === 'parent' ? children : mergedInto, [ctx.account.id, uuid])
  return rows.map(({ id }) => encodeId(place.prefix, ctx.account.id, id))
}

type Ancestor = RowOf<typeof upwards>

function ancestors(ctx: Ctx, uuid: string): Promise<Ancestor[]> {
  return ctx.db.rows(upwards, [ctx.account.id, uuid])
}

async function levelsFrom(ctx: Ctx, uuid: string): Promise<number> {
  const [row] = await ctx.db.rows(downwards, [ctx.account.id, uuid])
  return row?.levels ?? 1
}

const upwards = statement(
  'places_place.upwards',
  'account',
  `with recursive up as (
     select id, parent_place_id, deleted_at is not null or status = 'merged' as is_gone, 1 as level
     from places_place where account_id = $1 and id = $2
     union all
     select p.id, p.parent_place_id, false, up.level + 1
     from up join places_place p on p.account_id = $1 and p.id = up.parent_place_id where up.level < 20)
   select id, is_gone from up order by level`,
)

const downwards = statement(
  'places_place.downwards',
  'account',
  `with recursive down as (
     select id, 1 as level from places_place where account_id = $1 and id = $2
     union all
     select p.id, down.level + 1 from down join places_place p
       on p.account_id = $1 and p.parent_place_id = down.id and p.deleted_at is null where down.level < 20)
   select max(level) as levels from down`,
)

const children = statement(
  'places_place.children',
  'account',
  `select id from places_place where account_id = $1 and parent_place_id = $2 and deleted_at is null
   order by id limit ${takenAlongMax + 1}`,
)

const mergedInto = statement(
  'places_place.mergedInto',
  'account',
  `select id from places_place where account_id = $1 and merged_into_id = $2 and deleted_at is null
   order by id limit ${takenAlongMax + 1}`,
)
