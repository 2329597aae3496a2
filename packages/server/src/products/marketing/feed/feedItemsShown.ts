import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, flag, nullable, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { rowId } from '#products/marketing/rowId.ts'

/** An item of a feed as people see it. */
export const feedItem = closed({
  key: Type.String({ description: 'Id in the feed.' }),
  title: Type.String({ description: 'Title.' }),
  url: nullable(Type.String({ description: 'Address of its page.' })),
  imageUrl: nullable(Type.String({ description: 'Address of its image.' })),
  price: nullable(whole(0, 999_999_999_999_999, { description: 'Price in minor units.' })),
  currency: nullable(Type.String({ description: 'Currency of the price.' })),
  category: nullable(Type.String({ description: 'Category.' })),
  isAvailable: flag({ description: 'Whether it can be bought; others stand in no mail.' }),
  updatedAt: dateTime({ description: 'Last change of the item in the feed.' }),
})

/** The first 20 items of a feed. */
export async function readItems(ctx: Ctx, integrationId: string) {
  const rows = await ctx.db.rows(listItems, [ctx.account.id, rowId('int', integrationId)])
  return rows.map((row) => ({
    key: row.item_key,
    title: row.title,
    url: row.url,
    imageUrl: row.image_url,
    price: row.price_minor === null ? null : Number(row.price_minor),
    currency: row.currency,
    category: row.category,
    isAvailable: row.is_available,
    updatedAt: row.updated_at,
  }))
}

const listItems = statement(
  'marketing_feed_item.list',
  'account',
  `select item_key, title, url, image_url, price_minor, currency, category, is_available, updated_at
   from marketing_feed_item where account_id = $1 and integration_id = $2 order by position limit 20`,
)
