import { openCall } from './call.ts'
import { products } from './generated/products.ts'
import { readSettings, type ClientOptions } from './settings.ts'

/** Every product of the API, each noun with its operations. */
export type Fairground = ReturnType<typeof products>

/**
 * Opens a client. Nothing is sent before the first call.
 *
 * ```ts
 * const fairground = createClient({ apiKey: process.env.FAIRGROUND_KEY, baseUrl: 'https://fair.example.com' })
 * const account = await fairground.account.account.get()
 * ```
 */
export function createClient(options: ClientOptions): Fairground {
  return products(openCall(readSettings(options)))
}
