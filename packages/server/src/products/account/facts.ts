import { Type } from 'typebox'
import { fact, resourceFact } from '#kit/fact.ts'

export const keyCreated = resourceFact('account.key.created', 'account.key', 'A key was made.')
export const keyUpdated = resourceFact('account.key.updated', 'account.key', 'A key was changed.')
export const keyRevoked = resourceFact('account.key.revoked', 'account.key', 'A key was revoked.')
export const keyDeleted = resourceFact('account.key.deleted', 'account.key', 'A revoked key was removed from the list.')

export const keyExposed = fact(
  'account.key.exposed',
  'A secret key came from a browser or in an address: rotate it.',
  Type.Object({
    keyId: Type.String(),
    where: Type.String({ description: 'What gave it away: an origin, or the query string.' }),
  }),
)

export const accountUpdated = fact(
  'account.account.updated',
  'The name, language or time zone of the account changed.',
  Type.Object({ accountId: Type.String(), name: Type.String(), language: Type.String(), timeZone: Type.String() }),
)
