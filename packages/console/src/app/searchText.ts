/** Search parameters of an address as texts; the last of repeated names. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The search of an address from texts; names without a text are left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
