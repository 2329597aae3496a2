/**
 * Settings of one part: of the platform or of a product. The environment is read once, at the start, and all mistakes
 * are reported together.
 */

/** One setting: an environment variable, its meaning, and the reader of its text, which throws the expected form. */
export type Setting<T> = { name: string; about: string; fallback: string; isSecret: boolean; read: (text: string) => T }

/** Settings of one part, by the name of the field that holds the value. */
export type SettingTable = Record<string, Setting<unknown>>

/**
 * Settings of one part under a title, a section of the README. `check` returns mistakes that involve several settings.
 */
export type SettingGroup<S extends SettingTable = SettingTable> = {
  title: string
  table: S
  check(isSet: (name: string) => boolean, env: Environment): string[]
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Values of a group; `undefined` where a setting without a default was left out. */
export type SettingValues<S extends SettingTable> = { [K in keyof S]: ReturnType<S[K]['read']> }

/** Values of all groups that were read at the start. `of` throws an Error for a group that was not. */
export type Settings = { of<S extends SettingTable>(group: SettingGroup<S>): SettingValues<S> }

/** Declares the settings of one part. A product lists its group in `products/productSettings.ts`. */
export function settingGroup<const S extends SettingTable>(
  title: string,
  table: S,
  check: SettingGroup['check'] = () => [],
): SettingGroup<S> {
  return { title, table, check }
}

/** Declares a setting. A default in backquotes is prose for the reader: the value is then computed elsewhere. */
export function setting<T>(
  name: string,
  about: string,
  { fallback = '', read }: { fallback?: string; read: (text: string) => T },
): Setting<T> {
  return { name, about, fallback, isSecret: false, read }
}

/** Declares a setting whose value is never shown. */
export function secretSetting<T>(name: string, about: string, read: (text: string) => T): Setting<T> {
  return { name, about, fallback: '', isSecret: true, read }
}

/** Reads a whole number within bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (given) => {
    const value = Number(given)
    if (/^\d+$/.test(given) && value >= min && value <= max) return value
    throw new Error(`a whole number from ${min} to ${max}`)
  }
}
