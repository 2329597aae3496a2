/** Liquid tags and outputs of a text. */
const token = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/** A text whose Liquid is replaced by words that no other tool changes. */
export type Veiled = { text: string; tokens: readonly string[] }

/** Replaces Liquid by words, so that Markdown, MJML and sanitisers leave it alone. */
export function veil(text: string): Veiled {
  const tokens: string[] = []
  const veiled = text.replace(token, (found) => {
    tokens.push(found)
    return wordOf(tokens.length - 1)
  })
  return { text: veiled, tokens }
}

/** Puts Liquid back in its place. */
export function unveil(text: string, tokens: readonly string[]): string {
  return text.replace(/xlqd(\d+)dqlx/g, (word, index: string) => tokens[Number(index)] ?? word)
}

/** Liquid of which nothing is left in a text, such as a tag that MJML dropped. */
export function lostTokens(text: string, tokens: readonly string[]): string[] {
  const kept = new Set([...text.matchAll(/xlqd(\d+)dqlx/g)].map(([, index]) => Number(index)))
  return tokens.filter((_, index) => !kept.has(index))
}

function wordOf(index: number): string {
  return `xlqd${index}dqlx`
}
