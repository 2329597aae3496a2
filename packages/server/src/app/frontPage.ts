import { html } from '#kit/values/html.ts'
import { page } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { brandMark } from '#platform/pages/brandMark.ts'

const cards = [
  {
    path: '/console',
    title: 'Console',
    text: 'Sign in and run everything: streams, places, people, keys and webhooks.',
  },
  { path: '/docs', title: 'Docs', text: 'The reference of the API, with examples to try against this server.' },
  { path: '/live', title: 'Live now', text: 'What is on at this moment, for everyone to watch.' },
]

/** The front page of an installation, which leads to the console, the documentation and the live streams. */
export const frontPage = page('platform.front', {
  route: 'GET /',
  title: 'Fairground',
  description: 'Leads to the console, the documentation and the live streams.',
  input: closed({}),
  async handle(ctx) {
    return {
      html: html`<main class="front">
        <h1>${brandMark}Fairground</h1>
        <ul>
          ${cards.map(({ path, title, text }) => html`<li><a href="${path}"><h2>${title}</h2><p>${text}</p></a></li>`)}
        </ul>
      </main>`,
      title: 'Fairground',
      language: 'en',
      head: html`<link rel="canonical" href="${ctx.settings.publicUrl}/">`,
      cacheSeconds: 300,
    }
  },
})
