// Texts of other people's servers and files: any length, any characters.

/** A text that PostgreSQL stores, cut at `lengthMax`: it takes no zero characters, and no half of a character. */
export function storable(text: string, lengthMax = Infinity): string {
  return text.replaceAll('\0', '').slice(0, lengthMax).toWellFormed()
}

/** The text as one line, cut at `lengthMax`: a blank stands for control characters, and other blanks stay. */
export function oneLine(text: string, lengthMax = Infinity): string {
  return storable(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), lengthMax)
}

/** The words of a text with single blanks, cut at `lengthMax`: for texts that people read, and never for an id. */
export function excerpt(text: string, lengthMax = Infinity): string {
  return storable(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), lengthMax)
}
