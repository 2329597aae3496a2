import { FairgroundError } from '@fairground/sdk'

/** Whether a repeated read may succeed: no connection, or a server that is busy. */
export function isWorthRetry(error: unknown): boolean {
  return error instanceof FairgroundError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Whether the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof FairgroundError && error.status === 401
}

/** Whether the connection failed before a response. */
export function isOffline(error: unknown): boolean {
  return error instanceof FairgroundError && error.status === 0
}

/** A sentence for a person about an error. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
