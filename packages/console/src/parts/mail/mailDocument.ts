import { withoutStyles } from './mailStyles.ts'

/**
 * A mail's document without anything active and without styles. `styles`: texts of its style attributes, by
 * `data-styled`. `sheet`: the text of its style elements.
 */
export type MailDocument = { html: string; styles: readonly string[]; sheet: string }

const active = 'script, iframe, frame, object, embed, form, link, meta, base, template, svg'

/** Reads a mail in HTML: active elements and handlers are removed, links open another tab. */
export function readMail(html: string): MailDocument {
  const { rest, sheets } = withoutStyles(html)
  const parsed = new DOMParser().parseFromString(rest, 'text/html')
  for (const element of parsed.querySelectorAll(`style, ${active}`)) element.remove()
  const styles: string[] = []
  for (const element of parsed.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      // A browser skips tabs and line breaks within the scheme of an address.
      const isActive = /^(javascript|data|vbscript):/i.test(value.replaceAll(/[\s\p{Cc}]/gu, ''))
      if (name.startsWith('on') || isActive) element.removeAttribute(name)
    }
    const style = element.getAttribute('data-style')
    element.removeAttribute('style')
    if (style === null) continue
    element.removeAttribute('data-style')
    element.setAttribute('data-styled', String(styles.push(style) - 1))
  }
  for (const link of parsed.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return { html: `<!doctype html>${parsed.documentElement.outerHTML}`, styles, sheet: sheets.join('\n') }
}
