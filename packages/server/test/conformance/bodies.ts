import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { limits } from '#kit/call/limits.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { refusalsOf } from '#platform/openapi/refusals.ts'
import type { Reply } from '#test/world/world.ts'
import { refusedScene } from './sharedScenes.ts'
import type { Rule, Scene, Stage } from './stage.ts'

const hasBody = (of: Operation) => of.method === 'POST' || of.method === 'PUT'
const hasText = (of: Operation) => hasBody(of) && textField(of) !== undefined

/** Rules about the form of a body, independent of its fields. */
export const bodyRules: Rule[] = [
  { name: 'a body that is no JSON object is refused', applies: hasBody, check: shapes },
  { name: 'a compressed body is refused by the name of its header', applies: hasBody, check: compressed },
  { name: 'a body too large or too deep is refused', applies: hasBody, check: sizes },
  { name: 'an empty body is an empty object', applies: hasBody, check: empty },
  { name: 'texts hold neither half characters nor control characters', applies: hasText, check: texts },
  { name: 'a prototype is no field', applies: hasBody, check: prototypes },
  { name: 'a field that is given twice counts once', applies: hasText, check: repeated },
  { name: 'an address with odd parameters never gets 5xx', applies: () => true, check: oddAddresses },
]

type Sending = { payload: string | Buffer; type?: string; headers?: Record<string, string> }

async function sendBody(stage: Stage, of: Operation, sending: Sending & { scene: Scene }): Promise<Reply> {
  const { payload, type = 'application/json', headers = {}, scene } = sending
  const own = await scene.caller(of)
  return stage.raw(of, { ...own, headers: { 'content-type': type, ...own.headers, ...headers }, payload })
}

async function refused(
  stage: Stage,
  of: Operation,
  sendings: Record<string, Sending & { reason: string }>,
): Promise<void> {
  const scene = await refusedScene(stage, of)
  const before = await stage.snapshot(scene.account)
  for (const [what, { reason, ...sending }] of Object.entries(sendings)) {
    const reply = await sendBody(stage, of, { ...sending, scene })
    assert.equal(reply.status, 400, `${what}: ${reply.text.slice(0, 500)}`)
    assert.match(reply.text, new RegExp(`"code":"invalid_request","reason":"${reason}"`), what)
  }
  await stage.unchanged(scene.account, before, 'a refused body has changed something')
}

async function shapes(stage: Stage, of: Operation): Promise<void> {
  const json = 'malformed_json'
  const media = 'unsupported_media_type'
  await refused(stage, of, {
    'half an object': { payload: '{"a":', reason: json },
    'a text': { payload: 'hello', reason: json },
    'an array': { payload: '[]', reason: json },
    'a number': { payload: '5', reason: json },
    'a JSON text': { payload: '"x"', reason: json },
    'bytes that are no UTF-8': { payload: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), reason: json },
    'a text that is no UTF-8': { payload: Buffer.from([...Buffer.from('{"zz":"'), 0xff, 0x22, 0x7d]), reason: json },
    'JSON of another charset': { payload: '{}', type: 'application/json; charset=iso-8859-1', reason: media },
    'a form': { payload: 'a=1', type: 'application/x-www-form-urlencoded', reason: media },
    'plain text': { payload: '{}', type: 'text/plain', reason: media },
    'JSON of another kind': { payload: '{}', type: 'application/jsonx', reason: media },
  })
}

async function compressed(stage: Stage, of: Operation): Promise<void> {
  const scene = await refusedScene(stage, of)
  for (const type of ['application/json', 'text/plain']) {
    const headers = { 'content-encoding': 'gzip' }
    const reply = await sendBody(stage, of, { payload: gzipSync('{}'), type, headers, scene })
    assert.equal(reply.status, 400, reply.text)
    const { code, reason, fields } = Object(reply.body['error'])
    assert.deepEqual([code, reason], ['invalid_request', 'unsupported_content_encoding'])
    assert.equal(fields[0]?.path, '/headers/Content-Encoding')
    const documented = refusalsOf(of).find(({ status }) => status === reply.status)?.reasons ?? []
    assert.ok(
      documented.some((each) => each.reason === reason),
      `${of.id} does not document ${reason}`,
    )
  }
}

async function sizes(stage: Stage, of: Operation): Promise<void> {
  const long = JSON.stringify({ zzUnknown: 'a'.repeat(of.bodyBytesMax) })
  const deep = `{"metadata":${'['.repeat(limits.jsonDepthMax + 1)}${']'.repeat(limits.jsonDepthMax + 1)}}`
  await refused(stage, of, {
    'more bytes than its bound': { payload: long, reason: 'body_too_large' },
    'more than 20 levels': { payload: deep, reason: 'body_too_deep' },
    'more than 20 levels where nothing is known': { payload: `{"zzUnknown":${deep}}`, reason: 'body_too_deep' },
  })
}

async function empty(stage: Stage, of: Operation): Promise<void> {
  const scene = await refusedScene(stage, of)
  const none = await sendBody(stage, of, { payload: '', scene })
  const object = await sendBody(stage, of, { payload: '{}', scene })
  assert.equal(none.status, object.status, `${none.text} but ${object.text}`)
  assert.doesNotMatch(none.text, /malformed_json/)
}

async function texts(stage: Stage, of: Operation): Promise<void> {
  const name = textField(of)
  assert.ok(name)
  const wrong = { 'a lone surrogate': '"x\\ud800y"', 'a NUL': '"x\\u0000y"', 'an escape': '"x\\u001by"' }
  const scene = await refusedScene(stage, of)
  for (const [what, value] of Object.entries(wrong)) {
    const reply = await sendBody(stage, of, { payload: `{"${name}":${value}}`, scene })
    assert.equal(reply.status, 400, `${what}: ${reply.text}`)
    assert.match(reply.text, new RegExp(`"path":"/${name}","rule":"characters"`), what)
  }
}

async function prototypes(stage: Stage, of: Operation): Promise<void> {
  const scene = await refusedScene(stage, of)
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const reply = await sendBody(stage, of, { payload: `{"${name}":{"limit":1,"isAdmin":true}}`, scene })
    if (of.isLenient) assert.doesNotMatch(reply.text, new RegExp(`malformed_json|/${name}`))
    else {
      assert.equal(reply.status, 400, `${name}: ${reply.text}`)
      assert.match(reply.text, new RegExp(`"path":"/${name}","rule":"additionalProperties"`))
    }
    assert.ok(reply.status < 500, `${name}: ${reply.text}`)
  }
  assert.equal(Object(Object.prototype)['isAdmin'], undefined, 'the prototype of every object has changed')
}

async function repeated(stage: Stage, of: Operation): Promise<void> {
  const name = textField(of)
  assert.ok(name)
  const scene = await refusedScene(stage, of)
  const twice = await sendBody(stage, of, { payload: `{"${name}":"x","${name}":5}`, scene })
  const once = await sendBody(stage, of, { payload: `{"${name}":5}`, scene })
  assert.equal(twice.status, 400, twice.text)
  assert.deepEqual(Object(twice.body['error'])['fields'], Object(once.body['error'])['fields'])
}

async function oddAddresses(stage: Stage, of: Operation): Promise<void> {
  const scene = await refusedScene(stage, of)
  const odd = [
    '__proto__=1',
    'a=1&a=2',
    'a%00=%00',
    '%ED%A0%80=%ED%A0%80',
    'a[b]=1',
    'limit=1&limit=2',
    '=',
    '&&&',
    'limit=%',
  ]
  for (const query of odd) {
    const reply = await stage.raw(of, { ...(await scene.caller(of)), query })
    assert.ok(reply.status < 500, `?${query}: ${reply.text}`)
  }
}

function textField(of: Operation): string | undefined {
  const isText = ([, schema]: [string, unknown]) => Object(schema)['type'] === 'string'
  return Object.entries(of.input.properties).find(isText)?.[0]
}
