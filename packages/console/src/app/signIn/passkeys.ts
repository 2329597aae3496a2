import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { t } from '#console/texts/texts.ts'

/** A challenge of the server, and the options for the browser. */
export type Challenge<Options> = { challengeId: string; options: Options }
export type RegistrationChallenge = Challenge<PublicKeyCredentialCreationOptionsJSON>
export type SignInChallenge = Challenge<PublicKeyCredentialRequestOptionsJSON>

/** Whether the browser can use passkeys at this address: they need a secure context. */
export function hasPasskeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function'
}

/** Creates a passkey on the device. Throws Error with a sentence when the person cancels. */
export async function createPasskey({ challengeId, options }: RegistrationChallenge) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return { challengeId, response: await orSentence(startRegistration({ optionsJSON: options })) }
}

/** Signs a challenge with a passkey of the device. Throws Error with a sentence when the person cancels. */
export async function signWithPasskey({ challengeId, options }: SignInChallenge) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return { challengeId, response: await orSentence(startAuthentication({ optionsJSON: options })) }
}

async function orSentence<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (cause) {
    throw new Error(t('passkey.cancelled'), { cause })
  }
}
