import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
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
  return (await resolveSheets(ctx, query))[0]
}

/** Sheets of a target whose language fits, best first: the locale chain, then the target's own language. */
export async function resolveSheets(ctx: Ctx, query: SheetQuery): Promise<Details[]> {
  const language = await languageOf(ctx, query.targetId)
  const conditions = [{ sql: 't.target_id = $1', values: [query.targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax, publicOnly: query.isPublic })
  return inOrder(page.items, localeChain(query.locale, language))
}

/** Published sheets of many targets, best first, by the id of the target. `language`: that of all the targets. */
export async function resolveSheetsOf(
  ctx: Ctx,
  { targetIds, locale, language }: { targetIds: readonly string[]; locale: string | undefined; language: string },
): Promise<Map<string, Details[]>> {
  const chain = localeChain(locale, language)
  const found: Details[] = []
  const perPage = Math.max(1, Math.floor(limits.pageLimitMax / chain.length))
  for (let from = 0; from < targetIds.length; from += perPage) {
    const values = [targetIds.slice(from, from + perPage), chain]
    const conditions = [{ sql: 't.target_id = any($1::text[]) and t.locale = any($2::text[])', values }]
    const page = await ctx.store.list(details, { conditions, limit: limits.pageLimitMax, publicOnly: true })
    found.push(...page.items)
  }
  const byTarget = Map.groupBy(found, ({ targetId }) => targetId)
  return new Map([...byTarget].map(([id, sheets]) => [id, inOrder(sheets, chain)]))
}

function inOrder(sheets: readonly Details[], chain: readonly string[]): Details[] {
  return chain.flatMap((locale) => sheets.find((each) => each.locale === locale) ?? [])
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
