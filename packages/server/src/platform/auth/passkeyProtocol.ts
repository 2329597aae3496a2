import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** The relying party of WebAuthn: passkeys belong to the host of the public address. */
export type RelyingParty = { origin: string; host: string }

/** A response of a browser to a challenge, as `PublicKeyCredential.toJSON()` makes it. */
export type PasskeyResponse = {
  id: string
  response: {
    clientDataJSON: string
    attestationObject?: string
    authenticatorData?: string
    signature?: string
    userHandle?: string
    transports?: string[]
  }
}

/** A passkey as its authenticator describes it. `signCount` stays 0 for synchronized passkeys. */
export type PasskeyKey = { credentialId: Buffer; publicKey: Buffer; signCount: number }

/** The owner of a new passkey; `known` are credential ids that the browser must not create again. */
export type PasskeyOwner = { personUuid: string; email: string; name: string; known: readonly Buffer[] }

/** A signature that fits. `isVerified`: the authenticator has checked its user, such as by a finger or a PIN. */
export type PasskeySignature = { signCount: number; isVerified: boolean }

/** Options for the browser, which it reads from JSON. */
export type PasskeyOptions = Record<string, unknown>

type Answered = { challenge: string; response: PasskeyResponse }

const timeoutMs = 300_000

/** The relying party of a public address. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, host: hostname }
}

/** Options for a new passkey: discoverable, and with a check of the user where the authenticator can. */
export async function makeRegistrationOptions(
  { host }: RelyingParty,
  challenge: string,
  owner: PasskeyOwner,
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Fairground',
    rpID: host,
    userID: bytesOf(Buffer.from(owner.personUuid.replaceAll('-', ''), 'hex')),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: owner.known.map((each) => ({ id: each.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  return { ...options }
}

/** The new passkey of a response; undefined when the response does not fit the challenge, the origin or the host. */
export async function verifyNewPasskey(
  { origin, host }: RelyingParty,
  { challenge, response }: Answered,
): Promise<(PasskeyKey & { isBackedUp: boolean }) | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const found = await verifyRegistrationResponse({
    // cast: the library checks each member that it reads.
    response: completed(response) as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (found?.verified !== true) return undefined
  const { credential, credentialBackedUp: isBackedUp } = found.registrationInfo
  const publicKey = Buffer.from(credential.publicKey)
  return { credentialId: Buffer.from(credential.id, 'base64url'), publicKey, signCount: credential.counter, isBackedUp }
}

/** Options for a sign-in: the browser offers the passkeys that it knows for this host. */
export async function makeSignInOptions({ host }: RelyingParty, challenge: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout: timeoutMs,
    userVerification: 'preferred',
  })
  return { ...options }
}

/** The signature of a known passkey; undefined for one that does not fit, and for a counter that has not grown. */
export async function verifyPasskeySignature(
  { origin, host }: RelyingParty,
  { challenge, response }: Answered,
  { credentialId, publicKey, signCount }: PasskeyKey,
): Promise<PasskeySignature | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const found = await verifyAuthenticationResponse({
    // cast: the library checks each member that it reads.
    response: completed(response) as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id: credentialId.toString('base64url'), publicKey: bytesOf(publicKey), counter: signCount },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (found?.verified !== true) return undefined
  const { newCounter, userVerified } = found.authenticationInfo
  return { signCount: newCounter, isVerified: userVerified }
}

/** Row id of the person in the user handle of a response; undefined without one. */
export function personOfResponse({ response }: PasskeyResponse): string | undefined {
  const hex = Buffer.from(response.userHandle ?? '', 'base64url').toString('hex')
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined
}

/** A response with the members that are the same in all. */
function completed(response: PasskeyResponse) {
  return { ...response, rawId: response.id, type: 'public-key', clientExtensionResults: {} }
}

/** A copy of bytes with a buffer of its own, as the library's types require. */
function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer)
}
