import { html, type Html } from '#kit/values/html.ts'
import type { About } from '#products/livestream/details/about.ts'
import type { CategoryLook } from '#products/livestream/records/categoryLooks.ts'
import { licenceUrl } from './licence.ts'

const outside = html` rel="nofollow ugc noopener"`

/** A category with a dot in its colour, and its icon. A style attribute is forbidden: the dot is a drawing. */
export function categoryHtml(name: string, look: CategoryLook | null | undefined): Html {
  const drawing = look === null || look === undefined ? undefined : lookHtml(look)
  return drawing === undefined ? html`${name}` : html`<span class="category">${drawing}${name}</span>`
}

function lookHtml({ iconUrl, color }: CategoryLook): Html | undefined {
  if (iconUrl === null && color === null) return undefined
  const dot = html`<svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${color}"/></svg>`
  const icon = html`<img src="${iconUrl}" alt="" width="20" height="20" loading="lazy">`
  return html`${color === null ? '' : dot}${iconUrl === null ? '' : icon}`
}

/** Links, products, credits, fields, licence and tags below a text; empty where there is none of them. */
export function detailsHtml(about: About, products: About['links'] = []): Html | '' {
  const rows = [
    ...(products.length === 0 ? [] : [row('Products', linksHtml(products))]),
    ...about.credits.map(({ role, name, url }) => row(role, url === null ? html`${name}` : linkHtml(name, url))),
    ...Object.entries(about.customFields).map(([name, value]) => row(labelOf(name), html`${value}`)),
    ...(about.licence === null ? [] : [row('Licence', licenceHtml(about.licence))]),
  ]
  const list = rows.length === 0 ? '' : html`<dl class="credits">${rows}</dl>`
  const links = about.links.length === 0 ? '' : linksHtml(about.links)
  return html`${links}${list}${tagsHtml(about.tags)}`
}

/** Links of an owner, beside a text. */
function linksHtml(links: About['links']): Html {
  return html`<ul class="links">
    ${links.map(({ label, url }) => html`<li>${linkHtml(label, url)}</li>`)}
  </ul>`
}

function linkHtml(label: string, url: string): Html {
  return html`<a href="${url}"${outside}>${label}</a>`
}

function row(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** The name of a custom field as a person reads it: `filmed_with` becomes `filmed with`. */
function labelOf(name: string): string {
  return name.replaceAll(/[_.-]+/g, ' ').trim() || name
}

function licenceHtml(licence: string): Html {
  const url = licenceUrl(licence)
  return url === undefined ? html`${licence}` : html`<a href="${url}" rel="license noopener">${licence}</a>`
}

function tagsHtml(tags: readonly string[]): Html | '' {
  if (tags.length === 0) return ''
  return html`<ul class="tags" aria-label="Tags">
    ${tags.map((each) => html`<li>${each}</li>`)}
  </ul>`
}
