import type { FastifyRequest } from 'fastify'
import type { Account, Actor } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Party } from '#platform/db/fairSlots.ts'

/** A verified credential: the actor that it proves and the account that it opens. */
export type Credential = { actor: Actor; account: Account }

/** One kind of credential, such as keys: its place in requests, and its verification. */
export type CredentialSource<Verified extends Credential = Credential> = {
  /** Text of the credential in a request; undefined for a request without one of this kind. */
  read(request: FastifyRequest, of: Operation): string | undefined
  /** A recently verified credential from the cache; undefined requires `verify`. */
  recall(text: string): Verified | undefined
  /** Account of a credential that was valid at its last look-up: its share pays for the next one. */
  lastKnown(text: string): Account | undefined
  /** Undefined for a malformed, unknown, expired or revoked credential alike. `party`: takes the connection. */
  verify(text: string, party: Party): Promise<Verified | undefined>
  /** Checks how a request uses a credential, such as its origin and host address. Throws Problem. */
  check(verified: Verified, request: FastifyRequest): void
}
