/** A secret key in the browser's storage, which stands in for a session until the sign-in exists. */
export function trialKey(): string | undefined {
  return localStorage.getItem('fairground.trialKey') ?? undefined
}

/** The global `fetch` with the trial key. */
export const trialFetch: typeof fetch = (input, init) => {
  const key = trialKey()
  const headers = new Headers(init?.headers)
  if (key !== undefined) headers.set('x-service-api-key', key)
  return fetch(input, { ...init, headers })
}
