/** A name as it is compared: without case, accents, invisible characters and repeated spaces (NFKD, case folded). */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Spaces, control and format characters, fillers, and whatever else Unicode shows as nothing. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Whether a text has something in it that can be seen, and that is left when names are compared. */
export function isVisible(text: string): boolean {
  return foldName(text).replaceAll(unseen, '') !== ''
}

/** Words to search in: folded texts, one after another, cut at 4,000 characters. */
export function searchText(...texts: (string | null | undefined | readonly string[])[]): string {
  const all = texts.flatMap((text) => (text === null || text === undefined ? [] : text))
  return foldName(all.join(' ')).slice(0, 4000)
}

/** A name as part of an address: `[a-z0-9-]`, at most `max` characters; `fallback` when nothing is left. */
export function slugOf(name: string, max: number, fallback: string): string {
  const slug = foldName(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, max)
    .replace(/-+$/, '')
  return slug === '' ? fallback : slug
}
