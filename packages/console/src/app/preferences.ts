const languageKey = 'fairground.language'
const accountKey = 'fairground.account'

/** The chosen language, else the browser's. */
export function chosenLanguage(): string {
  return read(languageKey) ?? navigator.language
}

/** Keeps a language and opens the page again in it. */
export function chooseLanguage(tag: string): void {
  keep(languageKey, tag)
  location.reload()
}

/** The account of the last visit; undefined at the first. */
export function lastAccount(): string | undefined {
  return read(accountKey)
}

/** Keeps the account of this visit. */
export function keepLastAccount(accountId: string): void {
  keep(accountKey, accountId)
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser that keeps nothing forgets the choice.
  }
}
