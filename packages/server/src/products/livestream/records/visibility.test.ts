import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateOf, visibilities } from './visibility.ts'

test('gateOf() names the gate of visibilities password, signed and ticketed, and none of the others', () => {
  const gates = visibilities.map((each) => [each, gateOf(each)])
  assert.deepEqual(Object.fromEntries(gates), {
    public: undefined,
    unlisted: undefined,
    private: undefined,
    password: 'password',
    signed: 'signature',
    ticketed: 'ticket',
  })
})
