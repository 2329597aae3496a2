import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { FeedItem } from '#platform/feeds/feedItem.ts'

const rowsAtOnce = 1_000

/** Replaces the items of a feed. Call inside `ctx.atomic`, with the row of the integration locked. */
export async function replaceItems(ctx: Ctx, integrationUuid: string, items: readonly FeedItem[]): Promise<void> {
  const now = ctx.now().toISOString()
  for (let from = 0; from < items.length; from += rowsAtOnce) {
    const some = items.slice(from, from + rowsAtOnce)
    await ctx.db.rows(upsertItems, [
      ctx.account.id,
      integrationUuid,
      now,
      some.map(({ key }) => key),
      some.map((_, index) => from + index + 1),
      some.map(({ title }) => title),
      some.map(({ url }) => url),
      some.map(({ imageUrl }) => imageUrl),
      some.map(({ price }) => price),
      some.map(({ currency }) => currency),
      some.map(({ category }) => category),
      some.map(({ isAvailable }) => isAvailable),
    ])
  }
  await ctx.db.rows(deleteOthers, [ctx.account.id, integrationUuid, items.map(({ key }) => key)])
}

/** Removes the items of a feed. */
export async function removeItems(ctx: Ctx, integrationUuid: string): Promise<void> {
  await ctx.db.rows(deleteOthers, [ctx.account.id, integrationUuid, []])
}

const upsertItems = statement(
  'marketing_feed_item.upsert',
  'account',
  `insert into marketing_feed_item as f (account_id, integration_id, updated_at, item_key, position, title, url,
     image_url, price_minor, currency, category, is_available)
   select $1, $2, $3::timestamptz, u.item_key, u.position, u.title, u.url, u.image_url, u.price_minor, u.currency,
     u.category, u.is_available
   from unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[],
     $12::boolean[]) as u (item_key, position, title, url, image_url, price_minor, currency, category, is_available)
   on conflict (account_id, integration_id, item_key) do update set updated_at = excluded.updated_at,
     position = excluded.position, title = excluded.title, url = excluded.url, image_url = excluded.image_url,
     price_minor = excluded.price_minor, currency = excluded.currency, category = excluded.category,
     is_available = excluded.is_available
   where (f.position, f.title, f.url, f.image_url, f.price_minor, f.currency, f.category, f.is_available)
     is distinct from (excluded.position, excluded.title, excluded.url, excluded.image_url, excluded.price_minor,
       excluded.currency, excluded.category, excluded.is_available)`,
)

const deleteOthers = statement(
  'marketing_feed_item.deleteOthers',
  'account',
  `delete from marketing_feed_item where account_id = $1 and integration_id = $2 and item_key <> all ($3::text[])`,
)
