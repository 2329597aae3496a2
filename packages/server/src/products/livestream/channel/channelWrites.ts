import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { assignName, claimName, dropName, reserveName } from '#platform/names/uniqueNames.ts'
import { resolveLabels, type Labels, type SentLabels } from '#platform/taxonomy/labels.ts'
import { labels } from '#products/livestream/category.ts'
import { canonicalLocale } from '#products/livestream/details/locale.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { claimDerived, handleName, refuseHandle, type ClaimedHandle } from './handle.ts'

/** Channel fields of a request; labels may also be sent by name. */
export type SentChannel = Draft<typeof channel> & SentLabels
export type SentPatch = Patch<typeof channel> & SentLabels

type CreateHow = { clientReference?: string }
type UpdateHow = { ifVersion?: number; action?: string }
const unlabelled: Labels = { categoryId: null, subCategoryId: null }

/** Makes a channel and claims its handle. A repeat by clientReference claims nothing. Call inside `ctx.atomic`. */
export async function createChannel(ctx: Ctx, sent: SentChannel, how: CreateHow) {
  const isRepeat = async () => (await ctx.store.findRepeat(channel, how)) !== undefined
  if (await isRepeat()) return ctx.store.create(channel, sent, how)
  const resolved = await resolveLabels(ctx, labels, { sent, before: unlabelled })
  const claimed = await claimHandle(ctx, sent)
  if (claimed === undefined) {
    if (await isRepeat()) return ctx.store.create(channel, sent, how)
    throw refuseHandle(sent.handle ?? '')
  }
  const { handle } = claimed
  const language = canonicalLocale(sent.language ?? ctx.account.language)
  const set = { ...resolved, handle, language, defaults: filled(sent.defaults) }
  const made = await ctx.store.create(channel, sent, { ...how, set })
  const name = handleName(handle)
  if (made.created) await assignName(ctx, name, uuidOf(channel.prefix, made.record.id) ?? '')
  else await dropName(ctx, name, claimed.uuid)
  return made
}

/** Changes a channel. Its former handle redirects for 30 days. Call inside `ctx.atomic`. */
export async function updateChannel(ctx: Ctx, id: string, change: { sent: SentPatch; how: UpdateHow }) {
  const { sent, how } = change
  if (!(await lockForUpdate(ctx, channel, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(channel, id)
  const resolved = await resolveLabels(ctx, labels, { sent, before })
  const language = sent.language === undefined ? before.language : canonicalLocale(sent.language)
  if (sent.handle !== undefined && sent.handle !== before.handle) {
    const uuid = uuidOf(channel.prefix, id) ?? ''
    if (!(await claimName(ctx, handleName(sent.handle), uuid))) throw refuseHandle(sent.handle)
    await reserveName(ctx, handleName(before.handle), uuid)
  }
  const defaults = sent.defaults === undefined ? before.defaults : filled(sent.defaults)
  // cast: a patch may clear an optional group, which its type does not say.
  const patch = { ...sent, ...resolved, language, defaults } as SentPatch
  return ctx.store.update(channel, id, { ...how, patch })
}

/** Claims the handle of the request, or derives one from the name. Undefined when the handle is taken. */
async function claimHandle(ctx: Ctx, sent: SentChannel): Promise<ClaimedHandle | undefined> {
  if (sent.handle === undefined) return claimDerived(ctx, sent.name)
  const uuid = uuidv7(ctx.now().getTime())
  const isOurs = await claimName(ctx, handleName(sent.handle), uuid)
  return isOurs ? { handle: sent.handle, uuid } : undefined
}

/** Null for an empty group. */
function filled<T extends object>(group: T | null | undefined): T | null {
  return group === null || group === undefined || Object.keys(group).length === 0 ? null : group
}
