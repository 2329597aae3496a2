import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { transactionColumns } from './transactionColumns.ts'

test('a transaction has its kind in words and the tokens of the contact', async () => {
  Object.assign(globalThis, { document: { documentElement: {} } })
  await loadLanguage('de')
  await withScreenTexts(async () => undefined)
  const issuer = { ledger: 'issuer', contactId: null, token: 'POINTS', amount: -1_200 }
  const own = { ledger: 'member', contactId: 'con_1', token: 'POINTS', amount: 1_200 }
  const cell = (name: string, record: object) => transactionColumns[name]?.valueOf({ id: 'txn_1', ...record })
  assert.equal(cell('kind', { kind: 'grant' }), 'Gutschrift')
  assert.equal(cell('amount', { entries: [issuer, own] }), '+1.200 POINTS')
  assert.equal(cell('amount', { entries: [issuer, { ...own, ledger: 'pending', amount: 5 }] }), '+5 POINTS')
  assert.equal(cell('amount', { entries: [issuer] }), null)
  assert.equal(cell('contactId', { entries: [issuer, own] }), 'con_1')
  assert.equal(cell('contactId', { entries: [issuer] }), null)
})
