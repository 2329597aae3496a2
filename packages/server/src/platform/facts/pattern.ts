/** Form of a filter of fact names: up to three parts, each a word or `*`. */
export const factPattern = '^(\\*|[a-z][A-Za-z]{0,39})(\\.(\\*|[a-z][A-Za-z]{0,39})){0,2}$'

/** Whether a fact's name matches a pattern: `*` stands for one part, at the end for all remaining parts. */
export function fitsPattern(name: string, pattern: string): boolean {
  const parts = name.split('.')
  const patternParts = pattern.split('.')
  if (patternParts.length > parts.length) return false
  if (patternParts.length < parts.length && patternParts.at(-1) !== '*') return false
  return patternParts.every((part, index) => part === '*' || part === parts[index])
}
