import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { Type } from '#kit/values/schema.ts'
import {
  makeRegistrationOptions,
  makeSignInOptions,
  relyingPartyOf,
  verifyNewPasskey,
  verifyPasskeySignature,
  type PasskeyKey,
  type PasskeyOptions,
  type PasskeyOwner,
  type PasskeyResponse,
  type PasskeySignature,
} from '#platform/auth/passkeyProtocol.ts'
import { makeChallenge, openChallenge, type Challenge, type NewPasskeyUse } from './challenge.ts'

/** A verified new passkey with the challenge that it spends; `placePasskey` stores it. */
export type NewPasskey = PasskeyKey & {
  challenge: Challenge
  personUuid: string
  transports: string[]
  isBackedUp: boolean
}

/** The reason for a passkey or a signature that is not valid here. */
export const passkeyRefused = reason(
  'not_authorized',
  'passkey_refused',
  'The passkey is unknown here, or its signature does not fit.',
)

const textMax = 8_192

function bytes(description: string, maxLength = textMax) {
  return { type: 'string', maxLength, pattern: '^[A-Za-z0-9_-]*$', description }
}

/** Schema of the response of a browser. Members that later browsers add are ignored. */
export const passkeyResponse = Type.Unsafe<PasskeyResponse>({
  type: 'object',
  description: 'Response of the browser, as `PublicKeyCredential.toJSON()` makes it (WebAuthn Level 3).',
  required: ['id', 'response'],
  properties: {
    id: bytes('Id of the credential, base64url.', 1_400),
    response: {
      type: 'object',
      description: 'Response of the authenticator.',
      required: ['clientDataJSON'],
      properties: {
        clientDataJSON: bytes('Client data, base64url.'),
        attestationObject: bytes('Attestation of a new passkey, base64url.'),
        authenticatorData: bytes('Authenticator data, base64url.'),
        signature: bytes('Signature, base64url.'),
        userHandle: bytes('User handle, base64url.', 100),
        transports: {
          type: 'array',
          maxItems: 10,
          items: { type: 'string', maxLength: 20 },
          description: 'Ways to reach the authenticator.',
        },
      },
    },
  },
})

/** Schema of a challenge: its id, and the options for the browser. */
export const challengeProperties = {
  challengeId: Type.String({ description: 'The challenge, for ten minutes and one use.' }),
  options: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'Options for the browser, as `PublicKeyCredential.parse…OptionsFromJSON()` reads them.',
  }),
}

/** A challenge with the options for the browser. */
export type PasskeyChallenge = { challengeId: string; options: PasskeyOptions }

/** The response of a browser to a challenge of this server. */
export type ChallengeResponse = { challengeId: string; response: PasskeyResponse }

/** The challenge for a new passkey of a person, who may still be created with this row id. */
export async function registrationChallenge(
  ctx: Ctx,
  use: NewPasskeyUse,
  owner: PasskeyOwner,
): Promise<PasskeyChallenge> {
  const { id, value } = makeChallenge(ctx, use, owner.personUuid)
  return { challengeId: id, options: await makeRegistrationOptions(partyOf(ctx), value, owner) }
}

/** The new passkey of a response, outside a transaction. Throws challenge_expired, passkey_refused. */
export async function verifyRegistration(
  ctx: Ctx,
  use: NewPasskeyUse,
  { challengeId, response }: ChallengeResponse,
): Promise<NewPasskey> {
  const challenge = openChallenge(ctx, use, challengeId)
  const { personUuid, value } = challenge
  const found = await verifyNewPasskey(partyOf(ctx), { challenge: value, response })
  if (found === undefined || personUuid === null) throw problem(passkeyRefused)
  return { ...found, challenge, personUuid, transports: response.response.transports ?? [] }
}

/** The challenge of a sign-in with any passkey of this server. */
export async function signInChallenge(ctx: Ctx): Promise<PasskeyChallenge> {
  const { id, value } = makeChallenge(ctx, 'passkeySignIn', null)
  return { challengeId: id, options: await makeSignInOptions(partyOf(ctx), value) }
}

/**
 * Verifies the signature of a known passkey, outside a transaction. Its caller spends the challenge. Throws
 * challenge_expired, passkey_refused.
 */
export async function verifySignature(
  ctx: Ctx,
  { challengeId, response }: ChallengeResponse,
  known: PasskeyKey,
): Promise<PasskeySignature & { challenge: Challenge }> {
  const challenge = openChallenge(ctx, 'passkeySignIn', challengeId)
  const found = await verifyPasskeySignature(partyOf(ctx), { challenge: challenge.value, response }, known)
  if (found === undefined) throw problem(passkeyRefused)
  return { ...found, challenge }
}

function partyOf(ctx: Ctx) {
  return relyingPartyOf(ctx.settings.publicUrl)
}
