import type { Ctx } from '#kit/call/context.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { details, type Details } from './details.ts'
import { localeChain } from './locale.ts'
import { homeOf } from './detailsTarget.ts'

/** Most languages of one target, without deleted sheets. */
export const localesMax = 100

/** A target and the preferred language of its sheet. `isPublic` leaves out sheets that are not published. */
export type SheetQuery = { targetId: string; locale?: string | undefined; isPublic: boolean }

/** The sheet of a target in the best language of the locale chain, then of the target's own language. */
export async function resolveSheet(ctx: Ctx, query: SheetQuery): Promise<Details | undefined> {
  const language = await languageOf(ctx, query.targetId)
  const conditions = [{ sql: 't.target_id = $1', values: [query.targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax, publicOnly: query.isPublic })
  const byLocale = new Map(page.items.map((each) => [each.locale, each]))
  for (const locale of localeChain(query.locale, language)) {
    const found = byLocale.get(locale)
    if (found !== undefined) return found
  }
  return undefined
}

/** Language of a target: the channel's, else the account's. */
export async function languageOf(ctx: Ctx, targetId: string): Promise<string> {
  const channelId = await homeOf(ctx, targetId)
  const home = channelId === null ? undefined : await ctx.store.find(channel, channelId)
  return home?.language ?? ctx.account.language
}

/** Deletes all sheets of a deleted target. Call inside `ctx.atomic`. */
export async function removeDetailsOf(ctx: Ctx, targetId: string): Promise<void> {
  const conditions = [{ sql: 't.target_id = $1', values: [targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax + 1 })
  for (const each of page.items) await ctx.store.remove(details, each.id)
}
