/** A new Idempotency-Key. `crypto.randomUUID` is missing on pages that are not served securely. */
export function newKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return `console-${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
