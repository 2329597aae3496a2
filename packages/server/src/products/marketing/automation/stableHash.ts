/** A number from 0 up to 1 that is the same for the same text on every server: FNV-1a with a final mix. */
export function stableShare(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return (hash >>> 0) / 0x1_0000_0000
}

/** The index of a weighted choice, stable for a key. */
export function weightedIndex(weights: readonly number[], key: string): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let rest = stableShare(key) * total
  for (const [index, weight] of weights.entries()) {
    rest -= weight
    if (rest < 0) return index
  }
  return weights.length - 1
}
