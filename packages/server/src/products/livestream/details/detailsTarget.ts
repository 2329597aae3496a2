import type { Ctx } from '#kit/call/context.ts'
import { matching, oneOf } from '#kit/values/fields.ts'
import { idBodyPattern } from '#kit/values/ids.ts'
import { isPublic, type Resource } from '#kit/nouns/resource.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { isOpen, staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'

/** Nouns that a sheet of details can describe. */
export const targetTypes = ['stream', 'static', 'channel'] as const
export type TargetType = (typeof targetTypes)[number]

/** The noun of each kind of target. `listed` is the SQL condition, on its row `x`, that public lists include it. */
const targets: Record<TargetType, { of: Resource; listed: string }> = {
  stream: { of: stream, listed: "x.status <> 'disabled' and x.visibility = 'public' and not x.test" },
  static: { of: staticVideo, listed: "x.status = 'published' and x.visibility = 'public'" },
  channel: { of: channel, listed: "x.status = 'active' and x.visibility = 'public'" },
}

const prefixes = Object.values(targets).map(({ of }) => of.prefix)

/** Input fields that name a target. */
export const targetInput = {
  targetType: oneOf(targetTypes, { description: 'The stream, video or channel that the details describe.' }),
  targetId: matching(`^(${prefixes.join('|')})_${idBodyPattern}$`, 40, {
    description: 'The stream, video or channel that it describes.',
  }),
}

/** The noun of a target, by its id. */
export function targetOf(targetId: string): Resource {
  return Object.values(targets).find(({ of }) => targetId.startsWith(`${of.prefix}_`))?.of ?? channel
}

/** Whether an id has the prefix of this kind of target. */
export function isOfType(targetId: string, type: string): boolean {
  return Object.entries(targets).some(([name, { of }]) => name === type && targetId.startsWith(`${of.prefix}_`))
}

/** Id of a target's channel: its own id for a channel, else its `channelId`; null for a video without one. */
export async function homeOf(ctx: Ctx, targetId: string): Promise<string | null> {
  const of = targetOf(targetId)
  if (of === channel) return targetId
  const record: Record<string, unknown> | undefined = await ctx.store.find(of, targetId)
  const channelId = record?.['channelId']
  return typeof channelId === 'string' ? channelId : null
}

/** Whether the public may see the target of a sheet. */
export async function isTargetPublic(ctx: Ctx, targetId: string): Promise<boolean> {
  const of = targetOf(targetId)
  const record = await ctx.store.find(of, targetId)
  return record !== undefined && isPublic(of, record)
}

/** Whether the tracks of a target need no grant: true for a channel and an open video, false behind a password. */
export async function isTargetOpen(ctx: Ctx, targetId: string): Promise<boolean> {
  const of = targetOf(targetId)
  if (of === channel) return isTargetPublic(ctx, targetId)
  if (of === staticVideo) {
    const video = await ctx.store.find(staticVideo, targetId)
    return video !== undefined && isOpen(video)
  }
  const record = await ctx.store.find(stream, targetId)
  return record !== undefined && record.status !== 'disabled' && isOpenTo(record.visibility)
}

/** List condition on sheets: the target is included in public lists. */
export const targetListed = {
  sql: `(${Object.entries(targets)
    .map(
      ([name, { of, listed }]) =>
        `exists (select 1 from ${of.table} x where x.account_id = t.account_id and x.id = t.${name}_id ` +
        `and ${listed} and x.deleted_at is null)`,
    )
    .join(' or ')})`,
  values: [],
}

function isOpenTo(visibility: string): boolean {
  return visibility === 'public' || visibility === 'unlisted'
}
