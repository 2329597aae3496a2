import { canonicalTag } from '#kit/values/languageTag.ts'

/** The language tag of a checked input, in the spelling of BCP 47. */
export function canonicalLocale(tag: string): string {
  return canonicalTag(tag) ?? tag
}

/**
 * Tags to try for a preferred language, best first, without repeats. Each tag is shortened from its end, and a single
 * letter is dropped with the subtag behind it (RFC 4647 §3.4). Later arguments are fallbacks.
 */
export function localeChain(...preferred: (string | null | undefined)[]): string[] {
  const chain = preferred.flatMap((tag) => (tag === null || tag === undefined ? [] : shortened(canonicalLocale(tag))))
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
