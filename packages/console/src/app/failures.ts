import { FairgroundError } from '@fairground/sdk'
import { t } from '#console/texts/texts.ts'

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

/** Whether code of a page is missing: an open console requests old modules after an update of the server. */
export function isOutdated(error: unknown): boolean {
  return error instanceof TypeError && /module/i.test(error.message)
}

/** A sentence for a person about an error. */
export function sentenceOf(error: unknown): string {
  // The API speaks of keys, which a person with a session does not have.
  if (error instanceof FairgroundError && error.reason === 'authentication_required') return t('shell.signedOut')
  return error instanceof Error ? error.message : String(error)
}
