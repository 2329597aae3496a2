/** Rule of the characters of every text that a caller sends. */
export const textRule = 'must not hold control characters or half characters'

/** Combining marks in a row: the bound of Unicode's stream-safe text (UAX 15, 13). */
const marksMax = 30

/** Control characters except tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Texts below U+0300 are always in NFC. */
const mayChange = /[\u0300-\uffff]/
/** Combining marks. The two voice marks of Japanese become such in NFKD, where names are compared. */
const markRuns = /[\p{M}\uff9e\uff9f]+/gu

/** Whether a text has only characters that a column of the database holds. */
export function isText(text: string): boolean {
  return !control.test(text) && text.isWellFormed()
}

/** A text in NFC with line feeds. Calls `refuse` with the rule for characters that no field accepts. */
export function normalText(text: string, refuse: (message: string) => void): string {
  const unified = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  if (control.test(unified)) refuse(textRule)
  if (!mayChange.test(unified)) return unified
  if (!unified.isWellFormed()) refuse(textRule)
  // The time to order combining marks grows with the square of their number.
  if (!hasFewMarks(unified)) {
    refuse(`must not hold more than ${marksMax} combining marks in a row`)
    return ''
  }
  return unified.normalize('NFC')
}

function hasFewMarks(text: string): boolean {
  for (const [run] of text.matchAll(markRuns)) if (run.length > marksMax) return false
  return true
}
