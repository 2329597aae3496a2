import { normalText } from '#kit/values/normalText.ts'
import { filterBounds, type Scalar } from './filter.ts'

/** A text that is no filter. `at`: the position of the first wrong character, from 0. */
export class FilterTextError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'FilterTextError'
    this.at = at
  }
}

type Token = { kind: 'text' | 'number' | 'moment' | 'word' | 'sign' | 'end'; text: string; at: number }

const tokenForms: readonly [kind: Token['kind'], form: RegExp][] = [
  ['text', /"(?:[^"\\]|\\.)*"/y],
  ['moment', /[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+(?:Z|[+-][0-9:]+))?/y],
  ['number', /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y],
  ['word', /[A-Za-z_][A-Za-z0-9_.-]*/y],
  ['sign', /!=|>=|<=|[=<>()[\],%]/y],
]

/** Longest text of a filter: that of every checked filter fits, and a body of JSON holds it whatever its characters. */
export const filterTextMax = 250_000

/** Reads the tokens of a text one after another: the rest of a text is not read behind its first mistake. */
export class FilterReader {
  readonly #text: string
  readonly #tokens: Token[] = []
  #next = 0
  #units = 0

  constructor(text: string) {
    if (text.length > filterTextMax) throw new FilterTextError('the text is too long', filterTextMax)
    this.#text = text
  }

  /** Counts a condition or a negation. Throws for more than a filter has. */
  countUnit(): void {
    this.#units += 1
    if (this.#units > filterBounds.nodesMax) throw this.error(`more than ${filterBounds.nodesMax} conditions`)
  }

  /** Whether all tokens are read. */
  get isAtEnd(): boolean {
    return this.#token().kind === 'end'
  }

  /** Position of the next token, to come back to. */
  get place(): number {
    return this.#next
  }

  /** Goes back to a place. */
  backTo(place: number): void {
    this.#next = place
  }

  /** Reads a word or sign if it is next. */
  take(text: string): boolean {
    const token = this.#token()
    if ((token.kind !== 'word' && token.kind !== 'sign') || token.text !== text) return false
    this.#next += 1
    return true
  }

  /** Reads words and signs if all of them are next. */
  takeAll(words: readonly string[]): boolean {
    const { place } = this
    if (words.every((word) => this.take(word))) return true
    this.backTo(place)
    return false
  }

  /** Reads a word or sign. Throws for another one. */
  expect(text: string): void {
    if (!this.take(text)) throw this.error(`${text} is missing`)
  }

  /** Reads a word of a form; undefined for another token. */
  word(form: RegExp): string | undefined {
    const token = this.#token()
    if (token.kind !== 'word' || !form.test(token.text)) return undefined
    this.#next += 1
    return token.text
  }

  /** Reads a number. */
  number(): number {
    const token = this.#token()
    if (token.kind !== 'number') throw this.error('a number is missing')
    this.#next += 1
    return Number(token.text)
  }

  /** Reads a day or a moment. */
  moment(): string {
    const token = this.#token()
    if (token.kind !== 'moment') throw this.error('a moment is missing, such as 2026-11-21T09:00:00Z')
    this.#next += 1
    return token.text
  }

  /** Reads a text in quotes. */
  text(): string {
    const value = this.scalar()
    if (typeof value === 'string') return value
    throw this.error('a text in quotes is missing')
  }

  /** Reads a text in quotes, a number, true or false. */
  scalar(): Scalar {
    const token = this.#token()
    const value = scalarOf(token)
    if (value === undefined) throw this.error('a value is missing: a text in quotes, a number, true or false')
    // Escapes stand for characters that the whole text may not have, or that are not in NFC.
    const refuse = (message: string) => {
      throw this.error(`a text ${message}`)
    }
    const normal = typeof value === 'string' ? normalText(value, refuse) : value
    this.#next += 1
    return normal
  }

  /** An error at the next token. */
  error(message: string): FilterTextError {
    const token = this.#token()
    const found = token.kind === 'end' ? 'the text ends' : `found ${token.text.slice(0, 40)}`
    return new FilterTextError(`${message}: ${found}`, token.at)
  }

  #token(): Token {
    for (;;) {
      const token = this.#tokens[this.#next]
      if (token !== undefined) return token
      const last = this.#tokens.at(-1)
      this.#tokens.push(tokenFrom(this.#text, last === undefined ? 0 : last.at + last.text.length))
    }
  }
}

function scalarOf({ kind, text }: Token): Scalar | undefined {
  if (kind === 'number') return Number(text)
  if (kind === 'text') return unquoted(text)
  return kind === 'word' && (text === 'true' || text === 'false') ? text === 'true' : undefined
}

function unquoted(text: string): string | undefined {
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}

function tokenFrom(text: string, from: number): Token {
  const blank = /\s*/y
  blank.lastIndex = from
  const at = from + (blank.exec(text)?.[0].length ?? 0)
  return at === text.length ? { kind: 'end', text: '', at } : tokenAt(text, at)
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, form] of tokenForms) {
    form.lastIndex = at
    const found = form.exec(text)
    if (found !== null) return { kind, text: found[0], at }
  }
  throw new FilterTextError(`${text[at]} has no meaning here`, at)
}
