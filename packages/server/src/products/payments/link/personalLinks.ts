import type { Ctx } from '#kit/call/context.ts'
import { paymentLinksPort, type PaymentLinks, type PersonalLink } from '#kit/call/paymentLinks.ts'
import { provide } from '#kit/call/port.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { Money } from '#kit/values/money.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { linkPrefix } from './linkFields.ts'
import { createLink } from './linkWrites.ts'

const links: PaymentLinks = {
  async create(ctx, { amount, expiresAt, reference, ...draft }) {
    const { record } = await createLink(ctx, {
      ...draft,
      currency: amount.currency,
      lineItems: [{ name: draft.title, amount: amount.amount }],
      maxPayments: 1,
      clientReference: reference,
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
    })
    return linkOf(ctx, record)
  },
  async openOf(ctx, contactId) {
    const rows = await ctx.db.rows(openOfContact, [ctx.account.id, contactId, ctx.now().toISOString()])
    return rows.map(({ id, expires_at: expiresAt, ...row }) =>
      linkOf(ctx, { ...row, expiresAt, id: encodeId(linkPrefix, ctx.account.id, id) }),
    )
  },
  async openOfStream(ctx, streamId) {
    const rows = await ctx.db.rows(openOfStream, [ctx.account.id, uuidOf('str', streamId), ctx.now().toISOString()])
    return rows.map((row) => {
      const { slug, title, succeeded } = row
      return { url: pageOf(ctx, slug), title, ...priceIn(row), succeeded: Number(succeeded) }
    })
  },
  async addressesOf(ctx, ids) {
    const uuids = ids.flatMap((id) => uuidOf(linkPrefix, id) ?? [])
    const rows = await ctx.db.rows(addressesOf, [ctx.account.id, uuids, ctx.now().toISOString()])
    return new Map(
      rows.map(({ id, slug, is_open: isOpen, ...row }) => [
        encodeId(linkPrefix, ctx.account.id, id),
        { url: pageOf(ctx, slug), isOpen: isOpen === true, ...priceIn(row) },
      ]),
    )
  },
}

type PriceRow = { currency: string; amount_mode: string; price: number | null }

function priceIn({ currency, amount_mode: mode, price }: PriceRow): { price: Money | null; isChosen: boolean } {
  return { price: price === null ? null : { amount: BigInt(price), currency }, isChosen: mode === 'customer' }
}

type Shown = { id: string; slug: string | null; title: string; expiresAt: string | null }

function linkOf(ctx: Ctx, { id, slug, title, expiresAt }: Shown): PersonalLink {
  return { paymentLinkId: id, url: pageOf(ctx, slug), title, expiresAt }
}

function pageOf(ctx: Ctx, slug: string | null): string {
  return `${ctx.settings.publicUrl}/pay/${slug ?? ''}`
}

/** Port of links for one contact, and of those that live streams and videos show. */
export const ports = [provide(paymentLinksPort, links)]

const openOfContact = statement(
  'payments_payment_link.openOfContact',
  'account',
  `select id, slug, title, expires_at from payments_payment_link
   where account_id = $1 and contact_id = $2 and status = 'active' and deleted_at is null
     and (expires_at is null or expires_at > $3::timestamptz)
   order by created_at desc, id desc limit 20`,
)

/** Whether the link `l` with its count `c` takes payments of anyone at `$3`. */
const isOpenSql = `l.status = 'active' and l.contact_id is null
     and (l.expires_at is null or l.expires_at > $3::timestamptz)
     and (c.uses_max is null or c.used + c.reserved < c.uses_max)`

/** Price of the link `l` in its usual quantities, or the least amount that the payer may choose. */
const priceSql = `coalesce(l.customer_amount_min,
     (select sum(i.amount * coalesce(i.quantity, 1))::bigint from payments_link_item i
      where i.account_id = $1 and i.payment_link_id = l.id))`

const openOfStream = statement(
  'payments_payment_link.openOfStream',
  'account',
  `select l.slug, l.title, l.currency, l.amount_mode, c.succeeded, ${priceSql} as price
   from payments_payment_link l
   join payments_link_count c on c.account_id = l.account_id and c.payment_link_id = l.id
   where l.account_id = $1 and l.stream_id = $2 and l.deleted_at is null and ${isOpenSql}
   order by l.created_at desc, l.id desc limit 5`,
)

const addressesOf = statement(
  'payments_payment_link.addressesOf',
  'account',
  `select l.id, l.slug, l.currency, l.amount_mode, ${isOpenSql} as is_open, ${priceSql} as price
   from payments_payment_link l
   join payments_link_count c on c.account_id = l.account_id and c.payment_link_id = l.id
   where l.account_id = $1 and l.id = any($2::uuid[]) and l.deleted_at is null`,
)
