import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, readMailbox } from './mailbox.ts'

const addresses: Record<string, string | undefined> = {
  'ada@example.com': 'ada@example.com',
  'Ada.Lovelace+live@Sub.Example.COM': 'Ada.Lovelace+live@sub.example.com',
  "o'hara@example.com": "o'hara@example.com",
  'ada@münchen.example': 'ada@xn--mnchen-3ya.example',
  'ada@localhost': 'ada@localhost',
  '': undefined,
  ada: undefined,
  '@example.com': undefined,
  'ada@': undefined,
  'ada@@example.com': undefined,
  'ada@exa mple.com': undefined,
  'ada@-example.com': undefined,
  'ada@example..com': undefined,
  'ada lovelace@example.com': undefined,
  'ada@example.com\r\nBcc: eve@example.com': undefined,
  'ada@example.com, eve@example.com': undefined,
  '<ada@example.com>': undefined,
  '"ada"@example.com': undefined,
  'adá@example.com': undefined,
  'ada@127.0.0.1': 'ada@127.0.0.1',
  'ada@[127.0.0.1]': undefined,
}

for (const [text, expected] of Object.entries(addresses)) {
  test(`${JSON.stringify(text)} is ${expected === undefined ? 'no address' : 'an address'}`, () => {
    assert.equal(readAddress(text), expected)
  })
}

test('an address has 254 characters at most, 64 of them before the @', () => {
  const label = 'd'.repeat(60)
  assert.ok(readAddress(`${'a'.repeat(64)}@${label}.${label}.${label}.example`) === undefined)
  assert.ok(readAddress(`${'a'.repeat(64)}@${label}.${label}.example`) !== undefined)
  assert.equal(readAddress(`${'a'.repeat(65)}@example.com`), undefined)
})

test('a sender may have a name', () => {
  assert.deepEqual(readMailbox('ada@example.com'), { name: '', address: 'ada@example.com' })
  assert.deepEqual(readMailbox('Fair Ground <hi@example.com>'), { name: 'Fair Ground', address: 'hi@example.com' })
  assert.deepEqual(readMailbox('Grüße <hi@example.com>'), { name: 'Grüße', address: 'hi@example.com' })
  for (const wrong of [
    'Ada',
    'Ada <>',
    'Ada <ada>',
    'A\r\nB <ada@example.com>',
    '"A" <ada@example.com>',
    '<a@b.c> x',
  ]) {
    assert.equal(readMailbox(wrong), undefined, wrong)
  }
})
