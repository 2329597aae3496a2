import { english, type TextKey } from './english.ts'

export type { TextKey } from './english.ts'

/** Languages of the console: their BCP 47 tag and their own name. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
] as const

type Language = (typeof languages)[number]['tag']
type Values = Readonly<Record<string, string | number>>

let current: Readonly<Record<TextKey, string>> = english
let tag: Language = 'en'

/** Loads the catalogue of a language. Call it before the first render; a change needs a render of the whole app. */
export async function loadLanguage(requested: string): Promise<void> {
  tag = requested.toLowerCase().startsWith('de') ? 'de' : 'en'
  current = tag === 'de' ? (await import('./german.ts')).german : english
  document.documentElement.lang = tag
}

/** The tag of the loaded catalogue, for formats of numbers and moments. */
export function languageTag(): Language {
  return tag
}

/** The text of a key; `{name}` stands for a value. A key with `.one` beside `.other` is chosen by `count`. */
export function t(key: TextKey, values: Values = {}): string {
  return current[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The text for a count, from the keys `<base>.one` and `<base>.other`. */
export function plural(base: PluralBase, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(tag).select(count) === 'one' ? 'one' : 'other'
  return t(`${base}.${form}`, { count: new Intl.NumberFormat(tag).format(count), ...values })
}

type PluralBase = TextKey extends infer K ? (K extends `${infer B}.one` ? B : never) : never
