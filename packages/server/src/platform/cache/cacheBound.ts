/** Bound of an `LRUCache` that grows as it fills; its option `max` allocates all entries when the cache opens. */
export function atMost(countMax: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: countMax, sizeCalculation: () => 1 }
}
