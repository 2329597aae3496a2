/**
 * A name in the form for comparison: without case, accents, invisible characters and repeated spaces (NFKD, case
 * folded).
 */
export function foldName(name: string): string {
  // Texts of printable ASCII, most names of files of contacts, have no accents and no invisible characters.
  if (printable.test(name)) return name.toLowerCase().replace(/ +/g, ' ').trim()
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/\s+/gu, ' ')
    .trim()
}

const printable = /^[ -~]*$/

/** Spaces, control and format characters, fillers, and whatever else Unicode shows as nothing. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Whether a text has a visible character that remains after folding. */
export function isVisible(text: string): boolean {
  return visibleStart.test(text) || foldName(text).replaceAll(unseen, '') !== ''
}

const visibleStart = /^[!-~]/

/** Letters of scripts without spaces between words: Thai, Lao, Myanmar, Khmer, kana and Han. */
const unspacedLetters =
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109d\\u1780-\\u17d3' +
  '\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff' +
  '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const unspacedRun = new RegExp(`[${unspacedLetters}]+`, 'gu')
const unspacedLetter = new RegExp(`[${unspacedLetters}]`, 'gu')

/**
 * Search text: folded texts, one after another, cut at 4,000 characters. A run of letters that is written without
 * spaces becomes overlapping pairs, so that two letters are a word of the trigram index: `東京都` is `東 東京 京都 都`.
 */
export function searchText(...texts: (string | null | undefined | readonly string[])[]): string {
  const all = texts.flatMap((text) => (text === null || text === undefined ? [] : text))
  return paired(foldName(all.join(' ')).slice(0, 4000))
}

/** The part that every search text with this folded word has in common: ` 東京 京` for `東京`, ` 東` for `東`. */
export function searchPart(word: string): string {
  const text = paired(word)
  const [first = ''] = text
  return text.startsWith(`${first} ${first}`) ? text.slice(first.length) : text
}

function paired(text: string): string {
  return text.replace(unspacedRun, ' $& ').replace(unspacedLetter, '$& $&').replace(/ +/g, ' ').trim()
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
