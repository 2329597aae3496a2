import { matching, whole } from '#kit/values/fields.ts'

/** Largest number of tokens of one movement. */
export const tokensMax = 1_000_000_000_000

/** The token of an account that names none. */
export const defaultToken = 'POINTS'

/** Schema of the name of a token. */
export function tokenName(description = 'Name of the token.') {
  return matching('^[A-Z0-9_]{2,12}$', 12, {
    description,
    message: 'must have 2 to 12 capital letters, digits or _',
    examples: [defaultToken],
  })
}

/** Schema of a number of tokens. */
export function tokenCount(description: string, minimum = 1) {
  return whole(minimum, tokensMax, { description, examples: [100] })
}

/** Schema of a balance, or of a sum of tokens. */
export function tokenSum(description: string) {
  return whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { description, examples: [100] })
}
