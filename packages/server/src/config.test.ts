import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkoutDir, ConfigProblem, publicUrlOf, readConfig, settingsMarkdown } from './config.ts'

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return error.mistakes
  }
  return []
}

test('without any variable the defaults serve', () => {
  const config = readConfig({ PORT: ' ' })
  assert.equal(config.port, 8080)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.dataDir, join(checkoutDir, 'data'))
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.trustProxy, false)
  assert.equal(config.pgPrepare, true)
  assert.equal(publicUrlOf(config, 8081), 'http://localhost:8081')
})

test('every mistake is told at once, and no secret is repeated', () => {
  const mistakes = mistakesOf({
    PORT: '80 80',
    PG_PREPARE: 'yes',
    PUBLIC_URL: 'https://example.com/api',
    DATABASE_URL: 'mysql://root:hunter2@host/db',
    MASTER_KEY: 'hunter2',
    TRUST_PROXY: '10.0.0.0/8, nobody',
    LOG_LEVEL: 'loud',
  })
  assert.equal(mistakes.length, 7)
  assert.ok(mistakes.includes('PORT must be a whole number from 0 to 65535 (it is "80 80").'))
  assert.ok(!mistakes.join().includes('hunter2'))
})

test('values are read in every form that is offered', () => {
  const hex = 'ab'.repeat(32)
  const { masterKey } = readConfig({ MASTER_KEY: hex })
  assert.deepEqual(readConfig({ MASTER_KEY: Buffer.from(hex, 'hex').toString('base64') }).masterKey, masterKey)
  assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustProxy, [
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
  assert.equal(readConfig({ PUBLIC_URL: 'https://api.example.com/' }).publicUrl, 'https://api.example.com')
  assert.equal(readConfig({ DATA_DIR: '/var/lib/fairground' }).dataDir, '/var/lib/fairground')
})

test('the table for the README has a row for each setting', () => {
  const rows = settingsMarkdown().split('\n')
  assert.ok(rows.some((row) => row.startsWith('| `PORT` | `8080` |')))
  assert.ok(rows.some((row) => row.startsWith('| `MASTER_KEY` | – |') && row.endsWith('Secret. |')))
})
