/** Untrusted JSON. Each member of a provider's response is checked when it is read. */
export type Json = unknown

/** Member of an object at a path of any depth; undefined when it is missing. */
export function at(value: Json, ...path: string[]): Json {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    // cast: an object with a property of this name.
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** Member that is a text with content, or a number, as trimmed text; null for any other. */
export function textAt(value: Json, ...path: string[]): string | null {
  const found = at(value, ...path)
  if (typeof found === 'number' && Number.isFinite(found)) return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

/** Member that is a list; an empty list for any other. */
export function listAt(value: Json, ...path: string[]): Json[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Member that is a moment, in UTC with milliseconds; null for any other. */
export function momentAt(value: Json, ...path: string[]): string | null {
  const text = textAt(value, ...path)
  const ms = text === null ? Number.NaN : Date.parse(text)
  const isUsual = ms >= Date.UTC(1900, 0, 1) && ms < Date.UTC(9999, 0, 1)
  return isUsual ? new Date(ms).toISOString() : null
}

/** Parses JSON; undefined for a syntax error. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
