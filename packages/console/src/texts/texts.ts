import { firstTexts, type FirstTextKey } from './firstEnglish.ts'
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
let screens: Promise<void> | undefined
let tag: Language = 'en'

/** Loads the texts of the shell and the home page. Call it once, before the first render. */
export async function loadLanguage(requested: string): Promise<void> {
  tag = requested.toLowerCase().startsWith('de') ? 'de' : 'en'
  current = tag === 'de' ? (await import('./firstGerman.ts')).firstTexts : firstTexts
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
  const { screenTexts } = await (tag === 'de' ? import('./screenGerman.ts') : import('./screenEnglish.ts'))
  current = { ...current, ...screenTexts }
}

/** The tag of the loaded catalogue, for formats of numbers and moments. */
export function languageTag(): Language {
  return tag
}

/** The text of a key; `{name}` stands for a value. A key with `.one` beside `.other` is chosen by `count`. */
export function t(key: TextKey, values: Values = {}): string {
  return (current[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The text for a count, from the keys `<base>.one` and `<base>.other`. */
export function plural(base: PluralBase, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(tag).select(count) === 'one' ? 'one' : 'other'
  return t(`${base}.${form}`, { count: new Intl.NumberFormat(tag).format(count), ...values })
}

type PluralBase = TextKey extends infer K ? (K extends `${infer B}.one` ? B : never) : never
