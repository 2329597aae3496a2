import type { Ctx } from '#kit/call/context.ts'
import { paymentLinksPort, type PaymentLinks, type PersonalLink } from '#kit/call/paymentLinks.ts'
import { provide } from '#kit/call/port.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
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
}

type Shown = { id: string; slug: string | null; title: string; expiresAt: string | null }

function linkOf(ctx: Ctx, { id, slug, title, expiresAt }: Shown): PersonalLink {
  return { paymentLinkId: id, url: `${ctx.settings.publicUrl}/pay/${slug ?? ''}`, title, expiresAt }
}

/** Port of links for one contact. */
export const ports = [provide(paymentLinksPort, links)]

const openOfContact = statement(
  'payments_payment_link.openOfContact',
  'account',
  `select id, slug, title, expires_at from payments_payment_link
   where account_id = $1 and contact_id = $2 and status = 'active' and deleted_at is null
     and (expires_at is null or expires_at > $3::timestamptz)
   order by created_at desc, id desc limit 20`,
)
