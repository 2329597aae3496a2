/** A language tag in the spelling of BCP 47 (`pt-br` is `pt-BR`). Undefined for other text. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
