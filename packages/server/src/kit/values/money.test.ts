import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { satisfies } from '#platform/http/inputCheck.ts'
import { converted } from './fieldType.ts'
import { addMoney, amountMax, compareMoney, money, subtractMoney, sumMax, sumMoney, type Money } from './money.ts'

const schema = money({ minimum: -amountMax })
const amounts = fc.bigInt({ min: -BigInt(amountMax), max: BigInt(amountMax) })
const small = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
const eur = (amount: bigint): Money => ({ amount, currency: 'EUR' })

test('money is the same after a conversion to JSON and back, and its JSON satisfies the schema', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
      const text = JSON.stringify(converted(schema, 'toWire', { amount, currency }))
      assert.equal(text, `{"amount":${amount},"currency":"${currency}"}`)
      const sent: unknown = JSON.parse(text)
      assert.ok(satisfies(schema, sent))
      assert.deepEqual(converted(schema, 'read', sent), { amount, currency })
    }),
  )
})

test('a JSON integer that a double rounds is refused, and a sum beyond it is served as the largest one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), (amount) => {
      for (const text of [String(amount), String(-amount)]) {
        const sent: unknown = JSON.parse(`{"amount":${text},"currency":"EUR"}`)
        assert.ok(!satisfies(schema, sent), text)
      }
    }),
  )
  const sum = { amount: 10n ** 30n, currency: 'EUR' }
  assert.equal(JSON.stringify(converted(schema, 'toWire', sum)), `{"amount":${sumMax},"currency":"EUR"}`)
})

test('addMoney() is commutative, associative and undone by subtractMoney()', () => {
  fc.assert(
    fc.property(small, small, small, (a, b, c) => {
      assert.deepEqual(addMoney(eur(a), eur(b)), addMoney(eur(b), eur(a)))
      assert.deepEqual(addMoney(addMoney(eur(a), eur(b)), eur(c)), addMoney(eur(a), addMoney(eur(b), eur(c))))
      assert.deepEqual(subtractMoney(addMoney(eur(a), eur(b)), eur(b)), eur(a))
    }),
  )
})

test('sumMoney() adds any number of amounts, and only the total is bounded', () => {
  fc.assert(
    fc.property(fc.array(small, { maxLength: 20 }), (all) => {
      const total = all.reduce((sum, each) => sum + each, 0n)
      assert.deepEqual(sumMoney('EUR', all.map(eur)), eur(total))
    }),
  )
  const most = eur(BigInt(amountMax))
  assert.deepEqual(sumMoney('EUR', [most, most, eur(-most.amount)]), most)
  assert.throws(() => sumMoney('EUR', [most, eur(1n)]), /more than 15 digits/)
  assert.throws(() => addMoney(most, eur(1n)), /more than 15 digits/)
})

test('compareMoney() orders as the amounts do', () => {
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      assert.equal(compareMoney(eur(a), eur(b)), a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test('two currencies are neither added, summed nor compared', () => {
  const yen: Money = { amount: 1n, currency: 'JPY' }
  for (const work of [addMoney, subtractMoney, compareMoney]) {
    assert.throws(() => work(eur(1n), yen), /EUR and JPY are not comparable/)
  }
  assert.throws(() => sumMoney('EUR', [yen]), /EUR and JPY are not comparable/)
})
