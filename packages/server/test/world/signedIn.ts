import assert from 'node:assert/strict'
import type { App } from '#app/app.ts'
import type { Account } from '#kit/call/context.ts'
import { looseId } from '#kit/values/ids.ts'
import { cookieName } from '#platform/http/cookies.ts'
import { openCall, platformAccount, systemActor } from '#platform/call/callContext.ts'
import { placeMembership } from '#products/account/people/membership.ts'
import { createPerson, personIdOf, type Person } from '#products/account/people/person.ts'
import { startSession } from '#products/account/people/personSession.ts'
import type { Role } from '#products/account/people/roles.ts'

/** A person with an open session: the headers of a browser on a page of this server. */
export type Browser = { person: Person; personId: string; token: string; csrfToken: string; headers: BrowserHeaders }

/** Headers of a call by session. */
export type BrowserHeaders = { cookie: string; origin: string; 'x-csrf-token': string; 'x-account': string }

/** A person to sign in: `owner` of the account, with an address that no other has, where left out. */
export type BrowserOptions = { role?: Role | 'stranger'; email?: string; passwordHash?: string }

let madeCount = 0

/** Creates a person and signs them in, without a password to hash. */
export async function openBrowserOf(app: App, account: Account, options: BrowserOptions = {}): Promise<Browser> {
  madeCount += 1
  const { role = 'owner', email = `person${madeCount}@example.com`, passwordHash = null } = options
  const { kernel } = app
  const started: string[] = []
  const session = { token: undefined, start: (token: string) => void started.push(token), end: () => undefined }
  const about = { account: platformAccount, actor: systemActor('test'), cause: 'test', session }
  const client = { userAgent: 'Test browser', country: 'DE', network: '', enter: () => () => undefined }
  const { ctx } = openCall(kernel, { ...about, client, requestId: looseId('req', Date.now()) })
  return ctx.atomic(async (inner) => {
    const at = kernel.now()
    const draft = { email, name: `Person ${madeCount}`, language: 'en', timeZone: 'Europe/Berlin', passwordHash, at }
    const person = await createPerson(inner.db, draft)
    const accountId = account.mode === 'test' ? account.twinId : account.id
    if (role !== 'stranger') await placeMembership(inner.db, person.id, { accountId, role, at })
    const { csrfToken } = await startSession(inner, person.id, 'password')
    const [token] = started
    assert.ok(token)
    const origin = new URL(kernel.settings.publicUrl).origin
    const cookie = `${cookieName('session', origin.startsWith('https:'))}=${token}`
    const headers = { cookie, origin, 'x-csrf-token': csrfToken, 'x-account': account.publicId }
    return { person, personId: personIdOf(person), token, csrfToken, headers }
  })
}
