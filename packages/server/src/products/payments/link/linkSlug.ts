import { encodeAccountId } from '#kit/values/ids.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const randomChars = 12

/** A new last part of a link's address: the account's 8 characters, which lead to its account, then 12 random ones. */
export function newSlug(accountId: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomChars))
  const random = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return encodeAccountId(accountId).slice('acc_'.length) + random
}
