import type { StreamPayLink } from '#kit/call/paymentLinks.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { html, type Html } from '#kit/values/html.ts'

type Words = { language: string; title: string; from: string; paid: string }

const english: Words = { language: 'en', title: 'Offers', from: 'from', paid: '{count} paid' }
const german: Words = { language: 'de', title: 'Angebote', from: 'ab', paid: '{count} bezahlt' }

/**
 * Payment links of a live stream, each with its price and the number of its payments. The script keeps the numbers
 * current; they are hidden while they are zero. `locale`: tag of the viewer; English for one without texts.
 */
export function payLinksHtml(links: readonly StreamPayLink[], locale: string): Html | '' {
  if (links.length === 0) return ''
  const words = /^de\b/i.test(locale) ? german : english
  return html`<section lang="${words.language}">
    <h2>${words.title}</h2>
    <ul class="products">
      ${links.map((link) => payLinkHtml(link, words))}
    </ul>
  </section>`
}

function payLinkHtml({ url, title, price, isChosen, succeeded }: StreamPayLink, words: Words): Html {
  const { language, from, paid } = words
  const money = price === null ? '' : formatMoney(price, language)
  const amount = price === null ? '' : html`<small>${isChosen ? `${from} ` : ''}${money}</small>`
  const hidden = succeeded === 0 ? html` hidden` : ''
  const count = paid.replace('{count}', new Intl.NumberFormat(language).format(succeeded))
  return html`<li>
    <a href="${url}" target="_blank" rel="noopener"><bdi>${title}</bdi></a>
    ${amount} <small data-words="${paid}" data-paid="${url}"${hidden}>${count}</small>
  </li>`
}
