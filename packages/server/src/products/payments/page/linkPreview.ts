import { Type } from '#kit/values/schema.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed, createInput } from '#kit/nouns/standard.ts'
import { languageTag } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { htmlText } from '#kit/values/html.ts'
import { linkPrefix, type PaymentLink } from '#products/payments/link/linkFields.ts'
import { isPartTaken, partState } from '#products/payments/link/partPayment.ts'
import { paymentLink } from '#products/payments/link/paymentLink.ts'
import { connectionFor } from '#products/payments/provider/payConnection.ts'
import { priceChoice } from './payChoice.ts'
import { payHtml } from './payPageHtml.ts'
import { payWords } from './payWords.ts'

const noUuid = '00000000-0000-0000-0000-000000000000'

/** A link without the fields that a draft may leave out. */
const empty = {
  ...{ title: '…', description: null, amountMode: 'fixed', lineItems: [], customerAmount: null },
  ...{
    maxPayments: null,
    expiresAt: null,
    allowPartial: null,
    allowCoupons: false,
    autoPromotions: true,
    acceptTokens: null,
  },
  ...{ collect: null, customFields: [], afterPayment: null, contactId: null, providerId: null },
  ...{ streamId: null, sourceTag: null },
}

/** Fields of a link that its page does not show. */
const unseen = new Set(['clientReference', 'providerId', 'reminders', 'sourceTag', 'streamId'])
const drafted = Object.entries(createInput(paymentLink).properties).filter(([name]) => !unseen.has(name))

/** The page of a payment link that does not exist yet. */
export const previewOperation = companion(
  operation('payments.paymentLink.preview', {
    route: 'POST /api/payment/paymentLink/preview',
    title: 'Payment link - Preview',
    description:
      'HTML of the page that a payment link would have, with its present price and promotions. Fields may be ' +
      'missing. Nothing is written, and its form takes no payment.',
    scope: 'payments.paymentLink:read',
    isRead: true,
    input: closed({
      ...Object.fromEntries(drafted.map(([name, schema]) => [name, Type.Optional(schema)])),
      language: Type.Optional(
        languageTag({ description: 'Language of the payer; that of the account when left out.' }),
      ),
    }),
    output: closed({ html: Type.String({ description: 'HTML of the page without its head.' }) }),
    example: { title: 'Summer night', currency: 'EUR', lineItems: [{ name: 'Seat', amount: 2_500 }] },
    async handle(ctx, { language, ...draft }: Record<string, unknown>) {
      if (draft['currency'] === undefined) throw invalid(field('currency', 'required', 'is needed for a price'))
      const id = encodeId(linkPrefix, ctx.account.id, noUuid)
      // cast: `empty` has every field that the input left out.
      const link = { ...empty, ...draft, id, slug: 'preview', status: 'active' } as unknown as PaymentLink
      await checkContact(ctx, link.contactId)
      if (link.amountMode === 'fixed' && link.lineItems.length === 0) link.lineItems = [{ name: '…', amount: 0n }]
      const drafted = await partState(ctx, link)
      // Parts that no payer could choose yet, such as those of lines without a price, are left out.
      const part = drafted === null || isPartTaken(drafted) ? null : drafted
      if (part === null) link.allowPartial = null
      const { words, locale } = payWords([...(typeof language === 'string' ? [language] : []), ctx.account.language])
      const priced = await priceChoice(ctx, link, {
        typed: {},
        payer: { viewer: null, typed: null, visitorId: 'preview' },
        locale,
      })
      const connection = await connectionFor(ctx, link.providerId).catch(() => undefined)
      const shown = payHtml({
        link,
        priced,
        part,
        words,
        locale,
        seller: ctx.account.name,
        isTest: connection?.kind === 'sandbox',
        typed: {},
        query: '',
        state: { csrf: '', values: {}, errors: {}, message: undefined, visitorId: 'preview' },
        attemptId: '',
        email: '',
        signInPath: `/signin/${ctx.account.publicId}`,
      })
      return { html: htmlText(shown) }
    },
  }),
)

async function checkContact(ctx: Ctx, contactId: string | null): Promise<void> {
  if (contactId === null) return
  const known = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!known.has(contactId)) throw problem(reasons.notFound)
}
