/** The longest key, in characters. */
export const keyCharsMax = 512

/** Largest `limit` of a `list`. */
export const listLimitMax = 1_000

const keyPattern = /^(?!\.{1,2}(?:\/|$))[a-z0-9._-]{1,128}(?:\/(?!\.{1,2}(?:\/|$))[a-z0-9._-]{1,128})*$/

/** Throws for text that is no key: parts of `[a-z0-9._-]` separated by `/`, none of them `.` or `..`. */
export function checkKey(key: string): void {
  if (key.length > keyCharsMax || !keyPattern.test(key)) throw new TypeError(`not a key: ${printable(key)}`)
}

/** Throws for text that is not a key followed by `/`. */
export function checkPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new TypeError(`not a prefix: ${printable(prefix)}`)
  checkKey(prefix.slice(0, -1))
}

/** Throws for a number of keys outside 1 to 1,000. */
export function checkListLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > listLimitMax)
    throw new RangeError(`no limit of a list: ${limit}`)
}

function printable(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
