import type { Ctx } from '#kit/call/context.ts'
import { matching, oneOf } from '#kit/values/fields.ts'
import { idBodyPattern } from '#kit/values/ids.ts'
import { isPublic, type Resource } from '#kit/nouns/resource.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { isOpen, staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'

/** What a sheet of details may describe. */
export const targetTypes = ['stream', 'static', 'channel'] as const
export type TargetType = (typeof targetTypes)[number]

/** What is said of each kind of target. `listed` speaks of its row as `x`: whether the public finds it in lists. */
const targets: Record<TargetType, { of: Resource; listed: string }> = {
  stream: { of: stream, listed: "x.status <> 'disabled' and x.visibility = 'public' and not x.test" },
  static: { of: staticVideo, listed: "x.status = 'published' and x.visibility = 'public'" },
  channel: { of: channel, listed: "x.status = 'active' and x.visibility = 'public'" },
}

const prefixes = Object.values(targets).map(({ of }) => of.prefix)

/** The input fields that name a target. */
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

/** Whether an id is one of this kind of target. */
export function isOfType(targetId: string, type: string): boolean {
  return Object.entries(targets).some(([name, { of }]) => name === type && targetId.startsWith(`${of.prefix}_`))
}

/** The channel of a target: itself, or its home; null for a video without one. */
export async function homeOf(ctx: Ctx, targetId: string): Promise<string | null> {
  const of = targetOf(targetId)
  if (of === channel) return targetId
  const record: Record<string, unknown> | undefined = await ctx.store.find(of, targetId)
  const channelId = record?.['channelId']
  return typeof channelId === 'string' ? channelId : null
}

/** Whether the public may know of the target of a sheet. */
export async function isTargetPublic(ctx: Ctx, targetId: string): Promise<boolean> {
  const of = targetOf(targetId)
  const record = await ctx.store.find(of, targetId)
  return record !== undefined && isPublic(of, record)
}

/** Whether anyone may have the tracks of a sheet's target: a video must be open, not behind a password, say. */
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

/** A condition on sheets: those whose target the public finds in lists. */
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
