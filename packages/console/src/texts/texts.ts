import { firstTexts, firstWords, type FirstTextKey } from './firstEnglish.ts'
import type { ScreenTextKey } from './screenEnglish.ts'

export type { FirstTextKey } from './firstEnglish.ts'

/** Keys of all texts. Those of the shell and the home page are `FirstTextKey`. */
export type TextKey = FirstTextKey | ScreenTextKey

/** Languages of the console: their BCP 47 tag and their own name. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
] as const

type Language = (typeof languages)[number]['tag']
type Values = Readonly<Record<string, string | number>>

let current: Readonly<Partial<Record<TextKey, string>>> = firstTexts
let words: Readonly<Record<string, string>> = firstWords
let help: Readonly<Record<string, string>> = {}
let told: Readonly<Record<string, string>> | undefined
let screens: Promise<void> | undefined
let tag: Language = 'en'
let formatTag = 'en'

/** Loads the texts of the shell and the home page. Call it once, before the first render. */
export async function loadLanguage(requested: string): Promise<void> {
  tag = requested.toLowerCase().startsWith('de') ? 'de' : 'en'
  formatTag = navigator.languages.find((each) => each.toLowerCase().split('-')[0] === tag) ?? tag
  if (tag === 'de') {
    const german = await import('./firstGerman.ts')
    current = german.firstTexts
    words = german.firstWords
    told = german.sentences
  }
  document.documentElement.lang = tag
}

/** Loads code beside the texts of all screens, which it may then show. */
export async function withScreenTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadScreenTexts()])
  return module
}

async function loadScreenTexts(): Promise<void> {
  screens ??= readScreenTexts().catch((error: unknown) => {
    screens = undefined
    throw error
  })
  return screens
}

async function readScreenTexts(): Promise<void> {
  const screen = await (tag === 'de' ? import('./screenGerman.ts') : import('./screenEnglish.ts'))
  current = { ...current, ...screen.screenTexts }
  words = { ...words, ...screen.screenWords }
  help = screen.screenHelp
}

/** Translations of sentences that the server says in English; undefined in English. */
export function sentences(): Readonly<Record<string, string>> | undefined {
  return told
}

/** The tag of the loaded catalogue. */
export function languageTag(): Language {
  return tag
}

/** The locale of numbers and moments: the browser's region of the loaded language, such as `en-GB`. */
export function formatLocale(): string {
  return formatTag
}

/** The word of the language for a name that the API spells, such as `coverPhotoUrl`; undefined where it has none. */
export function wordOf(name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

/** Help of a field in the language, by its description in the API; undefined where that stays in English. */
export function helpOf(description: string): string | undefined {
  return Object.hasOwn(help, description) ? help[description] : undefined
}

/** The text of a key; `{name}` stands for a value. A key with `.one` beside `.other` is chosen by `count`. */
export function t(key: TextKey, values: Values = {}): string {
  return (current[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The text for a count, from the keys `<base>.one` and `<base>.other`. */
export function plural(base: PluralBase, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(tag).select(count) === 'one' ? 'one' : 'other'
  return t(`${base}.${form}`, { count: new Intl.NumberFormat(formatTag).format(count), ...values })
}

type PluralBase = TextKey extends infer K ? (K extends `${infer B}.one` ? B : never) : never
