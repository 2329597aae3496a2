import { localiseMoments } from './moments.ts'

let requestCount = 0

/**
 * Fetches this page again and replaces the parts that changed: the server alone renders the texts of a page. A part is
 * an element with `data-part`; one that holds the focus stays, a button in focus gets its text. The response to the
 * latest request counts. Returns false where the page was not fetched.
 */
export async function refreshParts(): Promise<boolean> {
  requestCount += 1
  const number = requestCount
  const response = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  if (!response.ok) return false
  const text = await response.text()
  if (number < requestCount) return true
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  // Times are localised before the comparison, so that equal parts stay untouched.
  localiseMoments(fresh)
  for (const part of document.querySelectorAll('[data-part]')) {
    const name = part.getAttribute('data-part') ?? ''
    const next = fresh.querySelector(`[data-part="${CSS.escape(name)}"]`)
    const isInUse = part !== document.activeElement && part.contains(document.activeElement)
    if (next !== null && !isInUse && next.innerHTML !== part.innerHTML) part.replaceChildren(...next.childNodes)
  }
  return true
}
