/** A name as it is compared: without case, accents and repeated spaces (NFKD, marks dropped, lower case). */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Words to search in: folded texts, one after another, cut at 4,000 characters. */
export function searchText(...texts: (string | null | undefined | readonly string[])[]): string {
  const all = texts.flatMap((text) => (text === null || text === undefined ? [] : text))
  return foldName(all.join(' ')).slice(0, 4000)
}

/** A name as part of an address: `[a-z0-9-]`, at most `max` characters; `fallback` when nothing is left. */
export function slugOf(name: string, max: number, fallback: string): string {
  const slug = foldName(name)
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, max)
    .replace(/-+$/, '')
  return slug === '' ? fallback : slug
}
