/** Characters that need no quotes in an array literal of PostgreSQL. */
const plain = /^[\w:.+-]+$/

/**
 * Scalars as one array literal in text, which costs the driver nothing; null and undefined become NULL. Equal
 * neighbours, such as an account or a day, are escaped once.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let [last] = values
  let element = elementOf(last)
  const elements = values.map((value) => {
    if (value !== last) element = elementOf((last = value))
    return element
  })
  return `{${elements.join(',')}}`
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  const text = value instanceof Date ? value.toISOString() : String(value)
  if (plain.test(text) && (text.length !== 4 || text.toUpperCase() !== 'NULL')) return text
  return `"${text.replace(/["\\]/g, (char) => `\\${char}`)}"`
}
