import { html, type Html } from '#kit/values/html.ts'
import { brandMark } from './brandMark.ts'

const entries = [
  { name: 'live', path: '/live', text: 'Live now' },
  { name: 'places', path: '/places', text: 'Places' },
] as const

/** The header of every page except the embedded player. `here`: the entry of the open page. */
export function siteHeader(here?: (typeof entries)[number]['name']): Html {
  const links = entries.map(
    ({ name, path, text }) => html`<a href="${path}"${name === here ? html` aria-current="page"` : ''}>${text}</a>`,
  )
  return html`<header class="site">
    <a class="brand" href="/live">${brandMark}Fairground</a>
    <nav aria-label="Site">${links}</nav>
  </header>`
}
