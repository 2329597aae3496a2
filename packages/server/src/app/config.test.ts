import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigProblem } from '#platform/settings/readSettings.ts'
import { checkoutDir } from '#platform/settings/settingReaders.ts'
import { mediaMtxOf, publicUrlOf, readConfig, settingsMarkdown } from './config.ts'
import { filesPlaceOf } from './filesSettings.ts'

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return error.mistakes
  }
  return []
}

test('readConfig() returns the defaults for an empty environment', () => {
  const config = readConfig({ PORT: ' ' })
  assert.equal(config.port, 8080)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.dataDir, join(checkoutDir, 'data'))
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.trustProxy, false)
  assert.equal(config.pgPrepare, true)
  assert.equal(publicUrlOf(config, 8081), 'http://localhost:8081')
})

test('readConfig() reports every mistake at once and repeats no secret', () => {
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

test('readConfig() reads every form of a value', () => {
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
  assert.equal(readConfig({ COUNTRY_HEADER: 'CF-IPCountry' }).countryHeader, 'cf-ipcountry')
  assert.match(String(mistakesOf({ COUNTRY_HEADER: 'CF IPCountry' })), /^COUNTRY_HEADER must be the name of a header/)
})

test('readConfig() requires a sender with a mail server, and a mail server with a sender', () => {
  const { smtpUrl, mailFrom } = readConfig({
    SMTP_URL: 'smtps://u:p%40@mail.example',
    MAIL_FROM: 'Fair <hi@fair.example>',
  })
  assert.equal(smtpUrl, 'smtps://u:p%40@mail.example')
  assert.deepEqual(mailFrom, { name: 'Fair', address: 'hi@fair.example' })
  assert.deepEqual(mistakesOf({ MAIL_FROM: 'hi@fair.example' }), ['SMTP_URL and MAIL_FROM must be set together.'])
  for (const wrong of [
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/box',
    'smtp://h?tls=no',
  ]) {
    const [mistake = ''] = mistakesOf({ SMTP_URL: `${wrong} hunter2`.trim(), MAIL_FROM: 'hi@fair.example' })
    assert.match(mistake, /^SMTP_URL must be an address such as smtps:/)
    assert.doesNotMatch(mistake, /hunter2/)
  }
  const [mistake] = mistakesOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'nobody' })
  assert.match(String(mistake), /^MAIL_FROM must be an address such as/)
})

test('an object store needs all of its settings, and media lies in the data folder without one', () => {
  const keys = { S3_ACCESS_KEY_ID: 'films-key', S3_SECRET_ACCESS_KEY: 'hunter2/hunter2+hunter2' }
  assert.deepEqual(mistakesOf({ S3_PREFIX: 'Films', S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example.com/films' }), [
    'S3_BUCKET must be the name of a bucket: 3 to 63 letters, digits, dots and hyphens (it is "b").',
    'S3_ENDPOINT must be an http or https address without a path, such as https://api.example.com ' +
      '(it is "https://s3.example.com/films").',
    'S3_PREFIX must be a path of a-z, 0-9, ".", "_" and "-", such as fairground/media (it is "Films").',
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set, because S3_BUCKET is.',
  ])
  assert.deepEqual(mistakesOf({ ...keys, S3_REGION: 'eu-central-1' }), [
    'S3_BUCKET must be set, because S3_ACCESS_KEY_ID is.',
  ])
  assert.deepEqual(mistakesOf({ S3_PATH_STYLE: 'on' }), [
    'S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set, because S3_PATH_STYLE is.',
  ])
  assert.ok(!mistakesOf({ S3_SECRET_ACCESS_KEY: 'hunter2 hunter2' }).join().includes('hunter2'))
  const place = filesPlaceOf(readConfig({ ...keys, S3_BUCKET: 'films', S3_REGION: 'eu-central-1', S3_PREFIX: 'some' }))
  assert.deepEqual(place.s3, {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'films',
    prefix: 'some/',
    accessKeyId: 'films-key',
    secretAccessKey: 'hunter2/hunter2+hunter2',
    isPathStyle: true,
  })
  assert.deepEqual(filesPlaceOf(readConfig({ DATA_DIR: '/data' })), { folder: '/data/media', s3: undefined })
})

test('MediaMTX needs a secret of characters that an address may hold', () => {
  assert.equal(mediaMtxOf(readConfig({ MEDIAMTX_SECRET: 'a-secret-of-both-0123' })), undefined)
  assert.deepEqual(mediaMtxOf(readConfig({ LIVE_ENGINE: 'mediamtx', MEDIAMTX_SECRET: 'a-secret-of-both-0123' })), {
    apiUrl: 'http://127.0.0.1:9997',
    hlsUrl: 'http://127.0.0.1:8888',
    playbackUrl: 'http://127.0.0.1:9996',
    secret: 'a-secret-of-both-0123',
  })
  assert.deepEqual(mistakesOf({ LIVE_ENGINE: 'mediamtx' }), ['LIVE_ENGINE=mediamtx needs MEDIAMTX_SECRET.'])
  const [mistake = ''] = mistakesOf({ MEDIAMTX_SECRET: 'hunter2@hunter2/hunter2' })
  assert.match(mistake, /^MEDIAMTX_SECRET must be 16 to 128 letters/)
  assert.doesNotMatch(mistake, /hunter2/)
})

test('the table for the README has a row for each setting', () => {
  const rows = settingsMarkdown().split('\n')
  assert.ok(rows.some((row) => row.startsWith('| `PORT` | `8080` |')))
  assert.ok(rows.some((row) => row.startsWith('| `MASTER_KEY` | – |') && row.endsWith('Secret. |')))
})
