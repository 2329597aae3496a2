import { Type } from '#kit/values/schema.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, nameLine, oneOf, webUrl } from '#kit/values/fields.ts'
import { html, htmlText } from '#kit/values/html.ts'
import { qrSvg } from '#platform/qr/qrSvg.ts'
import { linkPrefix } from '#products/payments/link/linkFields.ts'
import { paymentLink } from '#products/payments/link/paymentLink.ts'
import { payWords } from './payWords.ts'

const styles = ['button', 'link', 'qr'] as const
const buttonStyle =
  'display:inline-block;padding:.65em 1.4em;border-radius:999px;background:#0f766e;color:#fff;' +
  'font:600 1rem system-ui,sans-serif;text-decoration:none'
const qrPixels = 200

/** Code that leads from a page of the owner to the page of a payment link. */
export const embedOperations = [
  companion(
    operation('payments.paymentLink.getEmbedCode', {
      route: 'POST /api/payment/paymentLink/getEmbedCode',
      title: 'Payment link - Get embed code',
      description:
        'HTML for a page of yours that leads to the page of a payment link: a button, a link or a QR code, without ' +
        'a script. `qrSvg` is the QR code for print.',
      scope: 'payments.paymentLink:read',
      isRead: true,
      input: closed({
        paymentLinkId: idOf(linkPrefix, { description: 'The link.' }),
        style: Type.Optional(oneOf(styles, { description: 'Form of the code; a button when left out.' })),
        label: Type.Optional(
          nameLine(60, { description: 'Text of the button or link; in the language of the account when left out.' }),
        ),
      }),
      output: closed({
        id: idOf(linkPrefix, { description: 'The link.' }),
        status: oneOf(Object.keys(paymentLink.states), { description: 'State of the link.' }),
        style: oneOf(styles, { description: 'Form of the code.' }),
        code: Type.String({ description: 'HTML to paste.' }),
        url: webUrl({ description: 'Address of the page of the link.' }),
        qrSvg: Type.String({ description: 'QR code of the address, as SVG.' }),
      }),
      example: { paymentLinkId: madeFirst('payments.paymentLink') },
      async handle(ctx, { paymentLinkId, style = 'button', label }) {
        const { id, status, slug, title } = await ctx.store.get(paymentLink, paymentLinkId)
        const url = `${ctx.settings.publicUrl}/pay/${slug ?? ''}`
        const text = label ?? payWords([ctx.account.language]).words.payNow
        const codes = {
          button: html`<a href="${url}" style="${buttonStyle}">${text}</a>`,
          link: html`<a href="${url}">${text}</a>`,
          qr: html`<a href="${url}"
            ><img src="${url}/qr.svg" alt="${title}" width="${qrPixels}" height="${qrPixels}"></a>`,
        }
        const code = htmlText(codes[style]).replaceAll(/\s*\n\s*/g, '')
        return { id, status, style, code, url, qrSvg: htmlText(qrSvg(url, title)) }
      },
    }),
  ),
]
