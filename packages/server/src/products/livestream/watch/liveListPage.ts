import { line } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { page } from '#kit/nouns/page.ts'
import { siteHeader } from '#platform/pages/siteHeader.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { readLive, type VideoCard } from './watchData.ts'
import { categoryHtml } from './aboutParts.ts'
import { cardGrid } from './pageLayout.ts'

/** Cache lifetime: shorter than the interval in which the page refreshes itself. */
const cacheSeconds = 5

/** The page of live streams. */
export const pages = [
  page('livestream.live', {
    route: 'GET /live',
    title: 'Live now',
    description: 'Live streams of this installation, most watched first, of all categories or of one.',
    input: closed({ category: Type.Optional(line(120, { description: 'Only of this category.' })) }),
    async handle(ctx, { category }) {
      const all = await readLive(ctx)
      const cards = category === undefined ? all : all.filter((each) => each.category === category)
      return {
        html: html`${siteHeader('live')}
          <main class="column directory">
            <h1>Live now</h1>
            <div data-part="live">${categoriesHtml(all, category)}${listHtml(cards)}</div>
          </main>`,
        title: 'Live now · Fairground',
        language: 'en',
        head: html`<link rel="canonical" href="${ctx.settings.publicUrl}/live">
<meta name="description" content="What is live at this moment.">`,
        island: 'live',
        cacheSeconds,
      }
    },
  }),
]

function categoriesHtml(all: readonly VideoCard[], chosen: string | undefined): Html | '' {
  const looks = new Map(all.map(({ category, look }) => [category, look]))
  const names = [...looks.keys()].filter((name) => name !== null).toSorted((a, b) => a.localeCompare(b))
  if (names.length === 0) return ''
  const link = (name: string | undefined) => {
    const href = name === undefined ? '/live' : `/live?category=${encodeURIComponent(name)}`
    const words = name === undefined ? 'All' : categoryHtml(name, looks.get(name))
    return html`<li>
      <a class="chip" href="${href}"${name === chosen ? html` aria-current="page"` : ''}>${words}</a>
    </li>`
  }
  return html`<nav aria-label="Categories"><ul class="chips">${[undefined, ...names].map(link)}</ul></nav>`
}

function listHtml(cards: readonly VideoCard[]): Html {
  if (cards.length > 0) return cardGrid(cards, { showsChannel: true, level: 2 })
  return html`<p class="empty">No stream is live at this moment. This page updates by itself when one begins.</p>`
}
