/** A refusal of the server, with its message. */
export class Refusal extends Error {
  readonly reason: string
  /** Details for recovery, such as the time from which on a request succeeds. */
  readonly details: Record<string, unknown>

  constructor(reason: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'Refusal'
    this.reason = reason
    this.details = details
  }
}

const timeoutMs = 20_000

/** Sends JSON to a public address. Resolves to `data`. Throws Refusal; its reason is `offline` without a response. */
export async function post(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new Refusal('offline', 'The server cannot be reached. Is there a connection?')
  }
  const { data, error } = Object(await response.json().catch(() => ({})))
  if (response.ok) return Object(data)
  const { reason = 'unexpected', message = 'That did not work. Please try again.', details } = Object(error)
  throw new Refusal(reason, message, Object(details))
}

/** Sends JSON without waiting for the response, also while the page unloads. */
export function sendInBackground(path: string, body: Record<string, unknown>): void {
  const text = JSON.stringify(body)
  if (navigator.sendBeacon(path, new Blob([text], { type: 'application/json' }))) return
  void fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    keepalive: true,
  }).catch(() => undefined)
}
