/** A random id (UUID version 4, RFC 9562). `crypto.randomUUID` exists on secure origins only. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt((bytes[8] ?? 0) & 3)
  const text = `${digits.slice(0, 12)}4${digits.slice(13, 16)}${variant}${digits.slice(17)}`
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** An earlier choice of the viewer; undefined where the browser stores nothing, as in frames of other sites. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`fairground.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a choice of the viewer; null removes it. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`fairground.${name}`)
    else localStorage.setItem(`fairground.${name}`, value)
  } catch {
    // A browser without storage loses the choice when the page closes.
  }
}

/** A choice of the viewer in this tab. A closed tab forgets it: the next person at the device may be a child. */
export function recallInTab(name: string): string | undefined {
  try {
    return sessionStorage.getItem(`fairground.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a choice of the viewer until the tab closes. */
export function keepInTab(name: string, value: string): void {
  try {
    sessionStorage.setItem(`fairground.${name}`, value)
  } catch {
    // Without storage the next page needs the choice again.
  }
}

/** The random id of this browser on this site; without storage, of this page alone. */
export function viewerId(): string {
  const known = recall('viewer')
  if (known !== undefined && /^[0-9a-f-]{36}$/.test(known)) return known
  const made = randomId()
  keep('viewer', made)
  return made
}
