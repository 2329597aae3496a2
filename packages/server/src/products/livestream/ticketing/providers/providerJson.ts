/** Something that JSON can be. Answers of others are read piece by piece: nothing in them is taken for granted. */
export type Json = unknown

/** A member of an object, however deep; undefined where there is none. */
export function at(value: Json, ...path: string[]): Json {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    // cast: it is an object that has this very name.
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** A member that is a text with something in it, or a number, as text; null else. */
export function textAt(value: Json, ...path: string[]): string | null {
  const found = at(value, ...path)
  if (typeof found === 'number' && Number.isFinite(found)) return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

/** A member that is a list; an empty one else. */
export function listAt(value: Json, ...path: string[]): Json[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A member that is a moment, in UTC with milliseconds; null else. */
export function momentAt(value: Json, ...path: string[]): string | null {
  const text = textAt(value, ...path)
  const ms = text === null ? Number.NaN : Date.parse(text)
  const isUsual = ms >= Date.UTC(1900, 0, 1) && ms < Date.UTC(9999, 0, 1)
  return isUsual ? new Date(ms).toISOString() : null
}

/** Reads JSON; undefined for what is none. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
