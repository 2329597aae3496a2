import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '#platform/auth/keyFormat.ts'
import { openLog } from './log.ts'
import { maskText, maskValue } from './masking.ts'

function written(format: 'json' | 'pretty', level: 'debug' | 'warn' = 'debug') {
  const lines: string[] = []
  const log = openLog({ level, format, write: (line) => lines.push(line), now: () => new Date('2026-11-21T09:00:00Z') })
  return { log, lines }
}

const secrets = [
  makeKey('secret', 'live'),
  makeKey('restricted', 'test'),
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'hunter22',
]

test('no secret is written, under any name and in any text', () => {
  const { log, lines } = written('json')
  for (const secret of secrets) {
    log.info(`key ${secret}`.replace('hunter22', 'password=hunter22'), {
      authorization: `Bearer ${secret}`,
      headers: { 'X-Service-API-Key': secret, cookie: secret },
      deep: [{ newPassword: secret, clientSecret: secret, masterKey: secret }],
      url: `https://someone:${secret}@example.com/path?key=${secret}&limit=1#x`,
      body: JSON.stringify({ password: secret, a: 1 }),
      error: new Error(`refused, x-service-api-key: ${secret}`, {
        cause: new Error(`Authorization: Bearer ${secret}`),
      }),
    })
  }
  const all = lines.join('\n')
  for (const secret of secrets) assert.ok(!all.includes(secret), `${secret} in ${all}`)
  assert.match(all, /fg_sk_live_…/)
  assert.match(all, /https:\/\/someone:…@example\.com\/path\?key=…&limit=1#x/)
})

test('texts without secrets stay readable', () => {
  assert.equal(maskText('GET /api/account/key/all 200 in 3 ms'), 'GET /api/account/key/all 200 in 3 ms')
  assert.deepEqual(maskValue({ keyId: 'key_1', isSecret: false, count: 3, at: new Date(0) }), {
    keyId: 'key_1',
    isSecret: false,
    count: 3,
    at: '1970-01-01T00:00:00.000Z',
  })
})

test('a line is one line of bounded length, in JSON and for people', () => {
  const { log, lines } = written('json', 'warn')
  log.info('not written')
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  log.warn('two\nlines', { circular, many: Array.from({ length: 20 }, () => 'x'.repeat(5000)) })
  assert.equal(lines.length, 1)
  assert.ok((lines[0] ?? '').length < 16_400)
  const { isCut, level, message, at } = JSON.parse(lines[0] ?? '')
  assert.deepEqual(
    { isCut, level, message, at },
    { isCut: true, level: 'warn', message: 'two\nlines', at: '2026-11-21T09:00:00.000Z' },
  )

  const people = written('pretty')
  people.log.error('it broke', { code: 'E1', why: 'a b', stack: 'Error: x\n    at y' })
  assert.deepEqual(people.lines, ['09:00:00.000 error it broke code=E1 why="a b"\nError: x\n    at y'])
})
