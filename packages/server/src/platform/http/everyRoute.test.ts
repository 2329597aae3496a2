import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { openRates, world, type World } from '#test/world/world.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'
const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

/** Health checks of load balancers, which have no limit. */
const unlimited = new Set(['/health/live', '/health/ready'])

/** An address that a declared path matches. */
const addressOf = (path: string) => path.replaceAll(/:\w+|\*/g, 'x')

/** Paths that no route matches. */
const unknown = ['/nowhere', '/api/nowhere/at/all', '/docs/none', '/watch/x/y', '/%']

const origins: Record<string, string>[] = [{}, { origin: 'https://shop.example' }]

describe('every route of the server', () => {
  let w: World
  const send = (method: Method, url: string, headers: Record<string, string> = {}) =>
    w.app.server.inject({ method, url, headers, ...(method === 'POST' || method === 'PUT' ? { payload: '' } : {}) })

  before(async () => {
    w = await world()
  })
  after(() => w[Symbol.asyncDispose]())

  test('a wrong method gets 405 with the right ones in Allow, an unknown path 404', async () => {
    const routes = [...w.app.server.routeMethods.all()]
    assert.ok(routes.length > w.app.products.flatMap(({ operations }) => operations).length)
    const missed: string[] = []
    for (const [path, taken] of routes) {
      const wrong = methods.find((each) => !taken.has(each))
      if (wrong === undefined) continue
      const { statusCode, headers, body } = await send(wrong, addressOf(path))
      const isRight = statusCode === 405 && headers['allow'] === [...taken].toSorted().join(', ')
      const isNamed = wrong === 'HEAD' || body.includes('"reason":"method_not_allowed"')
      if (!isRight || !isNamed) missed.push(`${wrong} ${path}: ${statusCode} ${headers['allow']}`)
    }
    assert.deepEqual(missed, [])
    for (const url of unknown)
      for (const method of methods) assert.equal((await send(method, url)).statusCode, 404, url)
  })

  test('HEAD responds as GET does, without a body', async () => {
    const gets = [...w.app.server.routeMethods.all()].filter(([, taken]) => taken.has('GET'))
    const missed: string[] = []
    for (const [path, taken] of gets) {
      assert.ok(taken.has('HEAD'), path)
      // Metrics change with each response.
      if (path === '/metrics') continue
      const [get, head] = [await send('GET', addressOf(path)), await send('HEAD', addressOf(path))]
      // A nonce is new in each response.
      const [left, right] = [get, head].map((each) =>
        headOf(each)
          .join()
          .replaceAll(/'nonce-[^']+'/g, "'nonce'"),
      )
      const isSame = left === right
      if (!isSame || head.body !== '') missed.push(`${path}: ${headOf(get).join()} but ${headOf(head).join()}`)
    }
    assert.deepEqual(missed, [])
  })

  test('a preflight of every address allows the headers of players and callers', async () => {
    const needed = ['range', 'if-range', 'if-none-match', 'x-service-api-key', 'content-type', 'idempotency-key']
    const missed: string[] = []
    for (const path of [...w.app.server.routeMethods.all().keys()].filter((each) => !each.startsWith('/metrics'))) {
      const { headers } = await send('OPTIONS', addressOf(path), { origin: 'https://player.example' })
      const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(/, */)
      const lacking = needed.filter((name) => !allowed.includes(name))
      if (lacking.length > 0) missed.push(`${path}: ${lacking.join()}`)
    }
    assert.deepEqual(missed, [])
  })

  test('every response varies by Origin, with and without one', async () => {
    const missed: string[] = []
    for (const path of [...w.app.server.routeMethods.all().keys(), ...unknown]) {
      for (const headers of origins) {
        for (const method of ['GET', 'OPTIONS'] as const) {
          const { vary } = (await send(method, addressOf(path), headers)).headers
          if (!/\bOrigin\b/.test(String(vary))) missed.push(`${method} ${path}: ${vary}`)
        }
      }
    }
    assert.deepEqual(missed, [])
  })
})

test('every address has a limit per network prefix, unknown ones and preflights included', async () => {
  const once = Object.fromEntries(
    Object.entries(openRates).map(([name, rate]) => [name, { ...rate, perSecond: 0.0001, burst: 1 }]),
  )
  await using w = await world({ rates: { ...once, refused: openRates.refused } })
  let site = 0
  /** Sends a request from three addresses of one new IPv6 /64. True when the last one is refused. */
  const isLimited = async (method: Method, url: string): Promise<boolean> => {
    site += 1
    const replies: number[] = []
    for (let host = 1; host <= 3; host++) {
      const remoteAddress = `2001:db8:${site.toString(16)}::${host}`
      const { statusCode } = await w.app.server.inject({ method, url, remoteAddress })
      replies.push(statusCode)
    }
    return replies.at(-1) === 429
  }
  const missed: string[] = []
  for (const [path, taken] of w.app.server.routeMethods.all()) {
    const isFree = unlimited.has(path)
    for (const method of taken) {
      // cast: routes have the methods that the test of wrong methods covers.
      const limited = await isLimited(method as Method, addressOf(path))
      if (limited === isFree) missed.push(`${method} ${path}`)
    }
  }
  for (const url of unknown) {
    for (const method of [...methods, 'OPTIONS'] as const)
      if (!(await isLimited(method, url))) missed.push(`${method} ${url}`)
  }
  assert.deepEqual(missed, [])
})

/** Status and headers, without those that differ with each response. */
function headOf({ statusCode, headers }: LightMyRequestResponse): unknown[] {
  const { 'x-request-id': _id, date: _date, ratelimit: _rate, ...same } = headers
  return [statusCode, ...Object.entries(same).toSorted(([left], [right]) => (left < right ? -1 : 1))]
}
