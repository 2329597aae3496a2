/**
 * Reads responses of an S3 server: short documents of one known form each, without attributes that matter, comments or
 * nesting of an element in itself.
 */

/** The raw content of every element with this name. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner]) => inner ?? '',
  )
}

/** The text of the first element with this name, entities decoded; undefined without one. */
export function textOf(xml: string, name: string): string | undefined {
  const [inner] = elementsOf(xml, name)
  return inner?.replaceAll(/&(#x[0-9a-f]+|#\d+|amp|lt|gt|quot|apos);/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return entities[entity.toLowerCase()] ?? whole
    const point = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return point <= codePointMax ? String.fromCodePoint(point) : whole
  })
}

/** Escapes a text for the content of an element. */
export function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (sign) => names[sign] ?? sign)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const codePointMax = 0x10_ffff
