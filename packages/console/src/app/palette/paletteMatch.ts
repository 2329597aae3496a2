/** One line of the palette. */
export type PaletteEntry = { id: string; group: string; title: string; path: string; words: string }

/** Entries whose title or words hold every typed word, those that begin with the first one before others. */
export function matchingEntries<T extends PaletteEntry>(entries: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const found = entries.filter(({ title, words: more }) => {
    const text = `${title} ${more}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const rank = ({ title }: PaletteEntry) => (title.toLowerCase().startsWith(first) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
