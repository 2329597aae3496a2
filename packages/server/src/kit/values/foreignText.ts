// Texts of other people's servers and files: any length, any characters.

/** A text that PostgreSQL stores, cut at `lengthMax`: it takes no zero characters, and no half of a character. */
export function storable(text: string, lengthMax = Infinity): string {
  return text.replaceAll('\0', '').slice(0, lengthMax).toWellFormed()
}

/** The text as one line without control characters, cut at `lengthMax`. */
export function oneLine(text: string, lengthMax = Infinity): string {
  return storable(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), lengthMax)
}
