import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { slugOf } from '#kit/values/foldedText.ts'
import type { CompiledTexts } from '#platform/templates/templatesPort.ts'

/** Feeds as templates see them: `feed` has the first items of all, `feeds` those of each one by its name. */
export type Feeds = { feed: object[]; feeds: Record<string, object[]> }

const bounds = { max: 200, ttl: 60_000 }
/** Items of a feed in a mail. */
const shownMax = 12
const slugMax = 120

/** Feeds of accounts, of this process; each is read again after a minute. */
export function feedsOf(ctx: Ctx): LRUCache<number, Promise<Feeds>> {
  return ctx.memory('marketing.feeds', () => new LRUCache<number, Promise<Feeds>>(bounds))
}

/** Feeds for texts that name them; nothing for others. */
export async function feedData(ctx: Ctx, { subject, preheader, html, text }: CompiledTexts): Promise<Partial<Feeds>> {
  if (![subject, preheader, html, text].some((each) => /\bfeeds?\b/.test(each ?? ''))) return {}
  const kept = feedsOf(ctx)
  const reading = kept.get(ctx.account.id) ?? readFeeds(ctx)
  if (!kept.has(ctx.account.id)) kept.set(ctx.account.id, reading)
  try {
    return await reading
  } catch (error) {
    kept.delete(ctx.account.id)
    throw error
  }
}

async function readFeeds(ctx: Ctx): Promise<Feeds> {
  const feeds: Record<string, object[]> = {}
  const all: object[] = []
  for (const row of await ctx.db.rows(firstItems, [ctx.account.id, shownMax])) {
    const { title, url, image_url: image, price_minor: price, currency, category } = row
    const item = { title, url, image, price: price === null ? null : Number(price), currency, category }
    const list = (feeds[slugOf(row.name, slugMax, 'feed')] ??= [])
    if (list.length < shownMax) list.push(item)
    all.push(item)
  }
  return { feed: all.slice(0, shownMax), feeds }
}

const firstItems = statement(
  'marketing_feed_item.first',
  'account',
  `select i.name, f.title, f.url, f.image_url, f.price_minor, f.currency, f.category
   from (select id, name from marketing_integration where account_id = $1 and type = 'shopFeed' and deleted_at is null
       and status <> 'disabled' order by id limit 20) i
   cross join lateral (select position, title, url, image_url, price_minor, currency, category from marketing_feed_item
     where account_id = $1 and integration_id = i.id and is_available order by position limit $2) f
   order by i.id, f.position`,
)
