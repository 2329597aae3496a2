/** Joins patterns to one that matches where any of them does, whatever the letter case. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'iu')
}
