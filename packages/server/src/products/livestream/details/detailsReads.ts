import type { Ctx } from '#kit/call/context.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { details, type Details } from './details.ts'
import { localeChain } from './locale.ts'
import { localesMax } from './detailsRemoval.ts'
import { homeOf } from './detailsTarget.ts'

export type Wanted = { targetId: string; locale?: string | undefined; isPublic: boolean }

/** The sheet of a target that fits a language best: by its chain, then the target's own language. */
export async function resolveSheet(ctx: Ctx, wanted: Wanted): Promise<Details | undefined> {
  const language = await languageOf(ctx, wanted.targetId)
  const conditions = [{ sql: 't.target_id = $1', values: [wanted.targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax, publicOnly: wanted.isPublic })
  const byLocale = new Map(page.items.map((each) => [each.locale, each]))
  for (const locale of localeChain(wanted.locale, language)) {
    const found = byLocale.get(locale)
    if (found !== undefined) return found
  }
  return undefined
}

/** The language that a target speaks: the channel's, else the account's. */
export async function languageOf(ctx: Ctx, targetId: string): Promise<string> {
  const channelId = await homeOf(ctx, targetId)
  const home = channelId === null ? undefined : await ctx.store.find(channel, channelId)
  return home?.language ?? ctx.account.language
}
