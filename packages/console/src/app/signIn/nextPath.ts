/** The path within the console that follows a sign-in. An address of another page or host leads to the start. */
export function nextPath(requested: string | undefined): string {
  if (requested === undefined || !requested.startsWith('/')) return '/'
  const base = 'https://console.invalid'
  const url = URL.parse(requested, base)
  if (url === null || url.origin !== base) return '/'
  const path = url.pathname.replace(/^\/console(?=\/|$)/, '')
  if (path.startsWith('//') || /^\/(sign-in|link)(\/|$)/.test(path)) return '/'
  return `${path === '' ? '/' : path}${url.search}`
}
