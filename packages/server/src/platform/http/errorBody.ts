import type { Problem } from '#kit/call/problem.ts'

/** The JSON text of a refusal: `{"error": {…}, "requestId": …}`. */
export function errorBody({ code, reason, message, fields, details }: Problem, requestId: string): string {
  const error = {
    code,
    reason,
    message,
    ...(fields.length > 0 ? { fields } : {}),
    ...(details === undefined ? {} : { details }),
    docs: `/docs/errors#${reason}`,
  }
  return JSON.stringify({ error, requestId })
}

/** The error that a check throws; undefined when it throws none. */
export function errorOf(check: () => void): Error | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
