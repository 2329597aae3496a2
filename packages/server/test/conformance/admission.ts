import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import { until } from '#test/world/until.ts'
import type { Reply, SendOptions } from '#test/world/world.ts'
import { allowedOrigin } from '#test/world/tenants.ts'
import { refusedScene } from './sharedScenes.ts'
import type { Rule, Stage } from './stage.ts'

const always = () => true
const isKeyed = (of: Operation) => of.credential !== 'none'
const isInAccount = (of: Operation) => isKeyed(of) && !of.isOfPlatform

/** Rules about the checks before the input check: key, scopes, host address, rate. */
export const admissionRules: Rule[] = [
  { name: 'a missing, malformed, unknown, expired or revoked key gets the same 401', applies: isKeyed, check: bad401 },
  { name: 'a key without the scope is refused', applies: (of) => of.scope !== '', check: scopeless },
  {
    name: 'a public key reaches public operations alone',
    applies: (of) => of.credential === 'secret',
    check: publicKey,
  },
  {
    name: 'an account of another kind is refused',
    applies: (of) => isKeyed(of) && !of.kinds.includes('personal'),
    check: wrongKind,
  },
  { name: 'a public key is refused from elsewhere', applies: (of) => of.credential === 'public', check: wrongOrigin },
  { name: 'a secret that the public may have seen is refused', applies: isKeyed, check: exposed },
  { name: 'a suspended account is refused', applies: isKeyed, check: suspended },
  { name: 'an address that the key does not allow is refused', applies: isKeyed, check: wrongAddress },
  { name: 'a session of another origin or without its token is refused', applies: isKeyed, check: forgedSession },
  { name: 'a person who is no member is refused', applies: isInAccount, check: stranger },
  { name: 'a key does not act for a person', applies: (of) => of.credential === 'person', check: keyForPerson },
  { name: 'CORS allows the preflight and reading the response', applies: always, check: crossOrigin },
  { name: 'every response has the headers of its rate and request id', applies: always, check: headers },
]

async function bad401(stage: Stage, of: Operation): Promise<void> {
  const texts = new Set<string>()
  for (const [kind, key] of Object.entries(stage.cast.unauthentic)) {
    const reply = await stage.send(of, {}, { key: key ?? null })
    assert.equal(reply.status, 401, `${kind} key: ${reply.text}`)
    texts.add(withoutRequestId(reply))
  }
  assert.equal(texts.size, 1, `the refusals differ: ${[...texts].join(' ')}`)
  assert.match([...texts][0] ?? '', /"code":"authentication_required"/)
}

async function scopeless(stage: Stage, of: Operation): Promise<void> {
  await forbidden(stage, of, { reason: 'scope_missing', how: { key: stage.cast.scopeless } })
}

async function publicKey(stage: Stage, of: Operation): Promise<void> {
  const how = { key: stage.cast.publicKey, headers: { origin: allowedOrigin } }
  await forbidden(stage, of, { reason: 'public_key_not_allowed', how })
}

async function wrongKind(stage: Stage, of: Operation): Promise<void> {
  await forbidden(stage, of, { reason: 'account_kind', how: { key: stage.cast.personal } })
}

async function wrongOrigin(stage: Stage, of: Operation): Promise<void> {
  const key = stage.cast.publicKey
  const reason = 'origin_not_allowed'
  await forbidden(stage, of, { reason, how: { key, headers: { origin: 'https://elsewhere.example' } } })
  await forbidden(stage, of, { reason, how: { key } })
  await forbidden(stage, of, {
    reason: 'client_app_not_allowed',
    how: { key, headers: { 'x-client-app': 'stranger' } },
  })
}

async function exposed(stage: Stage, of: Operation): Promise<void> {
  const key = stage.cast.exposed
  await forbidden(stage, of, { reason: 'secret_key_exposed', how: { key, headers: { origin: allowedOrigin } } })
  const inAddress = await stage.raw(of, { query: `key=${key}` })
  assert.equal(inAddress.status, 403, `key in the address: ${inAddress.text}`)
  assert.match(inAddress.text, /"reason":"secret_key_exposed"/)
}

async function suspended(stage: Stage, of: Operation): Promise<void> {
  await forbidden(stage, of, { reason: 'account_suspended', how: { key: stage.cast.suspended } })
}

async function wrongAddress(stage: Stage, of: Operation): Promise<void> {
  await forbidden(stage, of, { reason: 'address_not_allowed', how: { key: stage.cast.elsewhere } })
}

async function forgedSession(stage: Stage, of: Operation): Promise<void> {
  const { headers } = stage.cast.browser
  const elsewhere = { ...headers, origin: 'https://elsewhere.example' }
  await forbidden(stage, of, { reason: 'origin_not_allowed', how: { headers: elsewhere } })
  const linked = { ...headers, 'sec-fetch-site': 'cross-site' }
  await forbidden(stage, of, { reason: 'origin_not_allowed', how: { headers: linked } })
  if (of.method === 'GET') return
  for (const csrf of ['', 'x'.repeat(43)]) {
    const how = { headers: { ...headers, 'x-csrf-token': csrf } }
    await forbidden(stage, of, { reason: 'csrf_missing', how })
  }
  const { origin: _origin, ...withoutOrigin } = headers
  await forbidden(stage, of, { reason: 'csrf_missing', how: { headers: withoutOrigin } })
}

async function stranger(stage: Stage, of: Operation): Promise<void> {
  const { headers } = stage.cast.browser
  const other = (await refusedScene(stage, of)).account.publicId
  for (const named of [other, 'acc_00000000', 'x'])
    await forbidden(stage, of, { reason: 'not_a_member', how: { headers: { ...headers, 'x-account': named } } })
  const { 'x-account': _account, ...withoutAccount } = headers
  await forbidden(stage, of, { reason: 'account_not_named', how: { headers: withoutAccount } })
}

async function keyForPerson(stage: Stage, of: Operation): Promise<void> {
  const { key } = await refusedScene(stage, of)
  await forbidden(stage, of, { reason: 'session_needed', how: { key } })
}

/** The input is invalid as well: the refusal of the key comes first. */
async function forbidden(
  stage: Stage,
  of: Operation,
  { reason, how }: { reason: string; how: SendOptions },
): Promise<void> {
  const reply = await stage.send(of, { zzUnknown: 'x' }, how)
  assert.equal(reply.status, 403, `not ${reason}: ${reply.text}`)
  assert.match(reply.text, new RegExp(`"code":"not_authorized","reason":"${reason}"`))
}

async function crossOrigin(stage: Stage, of: Operation): Promise<void> {
  const origin = 'https://any.example'
  const asked = {
    origin,
    'access-control-request-method': of.method,
    'access-control-request-headers': 'x-service-api-key',
  }
  const preflight = await stage.raw(of, { method: 'OPTIONS', headers: asked })
  assert.equal(preflight.status, 204, preflight.text)
  assert.equal(preflight.headers['access-control-allow-origin'], origin)
  assert.match(String(preflight.headers['access-control-allow-methods']), new RegExp(`\\b${of.method}\\b`))
  const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase()
  for (const name of ['x-service-api-key', 'content-type', 'idempotency-key', 'x-client-app', 'range', 'if-none-match'])
    assert.ok(allowed.includes(name), name)
  assert.equal(preflight.headers['access-control-allow-credentials'], undefined)
  const reply = await stage.send(of, {}, { key: null, headers: { origin } })
  assert.equal(reply.headers['access-control-allow-origin'], origin)
  assert.match(String(reply.headers['vary']), /\bOrigin\b/)
  const shown = String(reply.headers['access-control-expose-headers']).toLowerCase()
  for (const name of ['ratelimit', 'retry-after', 'idempotent-replayed', 'x-request-id'])
    assert.ok(shown.includes(name), name)
}

async function headers(stage: Stage, of: Operation): Promise<void> {
  const scene = await refusedScene(stage, of)
  const replies: Record<string, Reply> = {
    'without key': await stage.send(of, {}, { key: null }),
    'without right': await stage.send(of, {}, { key: stage.cast.scopeless }),
    'with wrong input': await stage.send(of, { zzUnknown: 'x', limit: 'x' }, await scene.caller(of)),
  }
  for (const [what, reply] of Object.entries(replies)) checkHeaders(reply, what)
}

/** The header fields of rate limits as the IETF's draft writes them, and the id of the request. */
export function checkHeaders(reply: Reply, what: string): void {
  assert.match(String(reply.headers['ratelimit-policy']), /^"[\w-]+";q=\d+;w=\d+$/, `RateLimit-Policy ${what}`)
  assert.match(String(reply.headers['ratelimit']), /^"[\w-]+";r=\d+;t=\d+$/, `RateLimit ${what}`)
  assert.match(String(reply.body['requestId']), /^req_[0-9a-z]{26}$/, `requestId ${what}`)
  assert.equal(reply.headers['x-request-id'], reply.body['requestId'], `X-Request-Id ${what}`)
  assert.match(String(reply.headers['content-type']), /^application\/json/, `content type ${what}`)
}

/** A response for comparison byte for byte, without the id of its request. */
export function withoutRequestId(reply: Reply): string {
  return reply.text.replace(/"requestId":"req_[0-9a-z]+"/, '"requestId":""')
}

/** Rules about an empty bucket, for a stage whose keys may call once. */
export const limitRules: Rule[] = [
  {
    name: 'an empty bucket responds 429 with its headers, before the input check',
    applies: always,
    check: drained,
  },
]

async function drained(stage: Stage, of: Operation): Promise<void> {
  const caller = await (await stage.scene()).caller(of)
  const send = () => stage.send(of, { zzUnknown: 'x' }, caller)
  // Whether a key was looked up: operations beside this one share the one token for look-ups of unknown keys.
  const isLookedUp = ({ status, headers }: Reply) =>
    status !== 429 || !String(headers['ratelimit-policy']).startsWith('"public"')
  const first = isKeyed(of) ? await until(send, isLookedUp) : await send()
  if (isKeyed(of)) assert.notEqual(first.status, 429, 'the first call is refused')
  const reply = await send()
  assert.equal(reply.status, 429, reply.text)
  assert.match(reply.text, /"code":"rate_limited"/)
  assert.match(String(reply.headers['retry-after']), /^[1-9]\d*$/, 'Retry-After')
  checkHeaders(reply, 'when drained')
}
