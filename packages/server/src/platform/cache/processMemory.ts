/** Values of one process for its products, such as caches and open streams: made at first use. */
export type ProcessMemory = Disposable & {
  /** The value under a key. Throws beyond the bound of keys: keys are names in the code, never parts of a request. */
  of<T>(key: string, make: () => T): T
}

const keysMax = 100

/** Opens the memory of one process. Its end disposes the values that are disposable, such as those with a timer. */
export function openProcessMemory(): ProcessMemory {
  const values = new Map<string, unknown>()
  return {
    of<T>(key: string, make: () => T): T {
      if (!values.has(key)) {
        checkCount(values.size, key)
        values.set(key, make())
      }
      // cast: a key belongs to one place in the code, which makes every value under it.
      return values.get(key) as T
    },
    [Symbol.dispose]() {
      for (const value of values.values()) if (isDisposable(value)) value[Symbol.dispose]()
      values.clear()
    },
  }
}

function checkCount(count: number, key: string): void {
  if (count >= keysMax) throw new Error(`memory ${key} is one more than ${keysMax}`)
}

function isDisposable(value: unknown): value is Disposable {
  return typeof value === 'object' && value !== null && Symbol.dispose in value
}
