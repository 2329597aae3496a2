import { textAt } from '#platform/net/foreignJson.ts'
import { fakeServer, no, type FakeServer } from './fakeServer.ts'

/** A text message that the fake took. */
export type FakeSms = { to: string; text: string; key: string }

/** A fake of a provider of text messages, in the manner of Twilio: a form of `To` and `Body`, Basic credentials. */
export type FakeSmsProvider = { server: FakeServer; url: string; authorization: string; taken: FakeSms[] }

const authorization = `Basic ${Buffer.from('AC0123:secret-token').toString('base64')}`

/** Opens the fake. It refuses other credentials with 401, and a receiver that is no number with 400. */
export async function fakeSmsProvider(): Promise<FakeSmsProvider & AsyncDisposable> {
  const taken: FakeSms[] = []
  const server = await fakeServer(({ path, headers, body }) => {
    if (path !== '/Messages.json') return no(404)
    if (headers.authorization !== authorization) return no(401, 'Authenticate')
    const to = textAt(body, 'To') ?? ''
    const text = textAt(body, 'Body') ?? ''
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return no(400, "The 'To' number is not a valid phone number.")
    taken.push({ to, text, key: String(headers['idempotency-key']) })
    return { status: 201, body: { sid: `SM${taken.length}`, status: 'queued' } }
  })
  const url = `${server.url}/Messages.json`
  return { server, url, authorization, taken, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
