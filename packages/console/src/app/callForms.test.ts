import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlOf, rawOf, sdkOf } from './callForms.ts'

const more = { number: 1, accountId: 'acc_1', at: 0, status: 200, durationMs: 5, requestId: 'req_1' }
const create = {
  ...more,
  route: { id: 'places.place.create', method: 'POST', path: '/api/places/general/create', kind: 'create' },
  input: { name: "Mira's pier", password: 'quiet harbour' },
  output: { id: 'plc_1', streamKey: 'live-secret' },
} as const
const list = {
  ...more,
  route: { id: 'places.place.all', method: 'GET', path: '/api/places/general/all', kind: 'read' },
  input: { q: 'pier & sea' },
  output: { items: [] },
} as const

test('a call becomes a command line with quoted arguments, without key and secrets', () => {
  const text = curlOf(create, 'https://fair.example')
  assert.ok(text.includes(`-d '{"name":"Mira'\\''s pier","password":"••••"}'`), text)
  assert.ok(text.includes('X-Service-API-Key: $KEY'))
  assert.ok(
    curlOf(list, 'https://fair.example').startsWith(
      `curl 'https://fair.example/api/places/general/all?q=pier+%26+sea'`,
    ),
  )
})

test('a call becomes a line of the SDK, and raw without secrets of the response', () => {
  assert.equal(sdkOf(list), 'await fairground.places.place.list({\n  q: "pier & sea"\n})')
  assert.ok(!rawOf(create).includes('live-secret'))
})

test('credentials of other services, recovery codes and second factors are left out, facts about them stay', () => {
  const output = { apiKey: 'tk-1', recoveryCodes: ['rc-1'], address: 'otpauth://totp/x?secret=tk-2', hasPassword: true }
  const text = rawOf({ ...create, output })
  assert.doesNotMatch(text, /tk-1|rc-1|tk-2/)
  assert.match(text, /"hasPassword": true/)
})
