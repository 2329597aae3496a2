import { canonicalTag } from '#kit/values/languageTag.ts'

/** The language tag of a checked input, in the spelling of BCP 47. */
export function canonicalLocale(tag: string): string {
  return canonicalTag(tag) ?? tag
}

/**
 * The tags to try for a wanted one, best first: itself, shortened from the end (RFC 4647 §3.4, where a single letter
 * goes with what stood behind it), then the fallbacks the same way. Without repeats.
 */
export function localeChain(...wanted: (string | null | undefined)[]): string[] {
  const chain = wanted.flatMap((tag) => (tag === null || tag === undefined ? [] : shortened(canonicalLocale(tag))))
  return [...new Set(chain)]
}

function shortened(tag: string): string[] {
  const parts = tag.split('-')
  const tags: string[] = []
  while (parts.length > 0) {
    tags.push(parts.join('-'))
    parts.pop()
    if (parts.at(-1)?.length === 1) parts.pop()
  }
  return tags
}
