import { openCall, type Call } from './call.ts'
import { products, publicProducts } from './generated/products.ts'
import { readSessionSettings, readSettings, type ClientOptions, type SessionClientOptions } from './settings.ts'

/** Every product of the API, each noun with its operations. */
export type Fairground = ReturnType<typeof products>

/** Operations of public keys, each response in its public form. */
export type PublicFairground = ReturnType<typeof publicProducts>

/**
 * Opens a client for the account of a secret or restricted key. Answers have the owner's form; a record of another
 * account has the public form, which `createPublicClient` types. Nothing is sent before the first call.
 *
 * ```ts
 * const fairground = createClient({ apiKey: process.env.FAIRGROUND_KEY, baseUrl: 'https://fair.example.com' })
 * const account = await fairground.account.account.get()
 * ```
 */
export function createClient(options: ClientOptions): Fairground {
  return products(openCall(readSettings(options)))
}

/**
 * Opens a client for public records: with a public key in browsers and apps, or with any key for records of
 * other accounts and `scope: 'discover'`. Answers have the public form. Nothing is sent before the first call.
 */
export function createPublicClient(options: ClientOptions): PublicFairground {
  return publicProducts(openCall(readSettings(options)))
}

/**
 * Opens a client for the session of a signed-in person: in a page of the installation itself, whose cookie proves the
 * person. Its calls name their route, as the installation's description of its operations lists them.
 */
export function createSessionClient(options: SessionClientOptions): Call {
  return openCall(readSessionSettings(options))
}
