import type { StreamPayLink } from '#kit/call/paymentLinks.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { html, type Html } from '#kit/values/html.ts'

/**
 * Payment links of a live stream, each with its price and the number of its payments. The script keeps the numbers
 * current; they are hidden while they are zero.
 */
export function payLinksHtml(links: readonly StreamPayLink[]): Html | '' {
  if (links.length === 0) return ''
  return html`<section>
    <h2>Offers</h2>
    <ul class="products">
      ${links.map(payLinkHtml)}
    </ul>
  </section>`
}

function payLinkHtml({ url, title, price, isChosen, succeeded }: StreamPayLink): Html {
  const amount = price === null ? '' : html`<small>${isChosen ? 'from ' : ''}${formatMoney(price, 'en')}</small>`
  const hidden = succeeded === 0 ? html` hidden` : ''
  return html`<li>
    <a href="${url}" target="_blank" rel="noopener"><bdi>${title}</bdi></a>
    ${amount} <small data-paid="${url}"${hidden}>${paidText(succeeded)}</small>
  </li>`
}

function paidText(count: number): string {
  return `${new Intl.NumberFormat('en').format(count)} paid`
}
