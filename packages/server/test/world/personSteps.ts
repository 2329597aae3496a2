import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { makeAuthenticator, type Authenticator } from './authenticator.ts'
import { operatorCaller } from '#app/operatorCall.ts'
import { arrayOf, objectOf, type Json, type Reply, type World } from './world.ts'

/** Sends an operation by the session of a person. */
export type PersonSend = (operationId: string, input: Json) => Promise<Reply>

async function dataOf(send: PersonSend, operationId: string, input: Json): Promise<Json> {
  const reply = await send(operationId, input)
  assert.equal(reply.status, 200, `${operationId}: ${reply.text}`)
  return objectOf(reply.body['data'])
}

/** The code of an authenticator app, `steps` of 30 seconds from a moment. */
export function codeAt(secret: string, at: Date, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 })
}

/** A second factor that is on: its secret and recovery codes. The code of the step before is used up. */
export async function addSecondFactor(send: PersonSend, at: Date): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await dataOf(send, 'account.secondFactor.start', {})
  const code = codeAt(String(secret), at, -1)
  const { recoveryCodes } = await dataOf(send, 'account.secondFactor.confirm', { code })
  assert.ok(Array.isArray(recoveryCodes))
  return { secret: String(secret), codes: recoveryCodes.map(String) }
}

/** The input of a request for a new passkey. */
export async function passkeyInput(send: PersonSend, authenticator = makeAuthenticator()): Promise<Json> {
  const { challengeId, options } = await dataOf(send, 'account.passkey.options', {})
  return { challengeId, response: authenticator.create(options), name: 'Laptop' }
}

/** Adds a passkey. Returns its id and its authenticator. */
export async function addPasskey(
  send: PersonSend,
  authenticator: Authenticator = makeAuthenticator(),
): Promise<{ passkeyId: string; authenticator: Authenticator }> {
  const made = await dataOf(send, 'account.passkey.create', await passkeyInput(send, authenticator))
  return { passkeyId: String(made['passkeyId']), authenticator }
}

/** The input of a sign-in with a passkey; `send` needs no credential. */
export async function passkeySignIn(send: PersonSend, authenticator: Authenticator): Promise<Json> {
  const { challengeId, options } = await dataOf(send, 'account.session.passkeyOptions', {})
  return { challengeId, response: authenticator.sign(options) }
}

/** Tokens of the one-time links that were mailed to an address, the newest first; `none` for a mail without one. */
export async function mailedLinkTokens(w: World, to: string): Promise<string[]> {
  await w.settle()
  const { items } = await w.call('account.mail.all', { to })
  // The account itself sees no links that sign a person in.
  const byOperator = operatorCaller(w.app, 'test')
  const mails = await Promise.all(
    arrayOf(items).map(({ id }) => byOperator(w.account.account, 'account.mail.get', { mailId: String(id) })),
  )
  return mails.map((mail) => /console\/link#([A-Za-z0-9_-]{54})/.exec(JSON.stringify(mail))?.[1] ?? 'none')
}
