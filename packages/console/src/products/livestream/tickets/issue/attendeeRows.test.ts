import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchesOf, readAttendeeRows } from './attendeeRows.ts'

test('readAttendeeRows() finds columns by their titles, in any order', () => {
  const text = 'Anzahl;Vorname;Nachname;E-Mail;Seat\n2;Ada;Lund;ada@example.com;4B\n;;;ben@example.com;'
  assert.deepEqual(readAttendeeRows(text), [
    { line: 2, count: 2, email: 'ada@example.com', name: 'Ada Lund' },
    { line: 3, count: 1, email: 'ben@example.com' },
  ])
})

test('readAttendeeRows() reads a list without titles as address, name and count', () => {
  assert.deepEqual(readAttendeeRows('ada@example.com,Ada Lund,3\nben@example.com'), [
    { line: 1, count: 3, email: 'ada@example.com', name: 'Ada Lund' },
    { line: 2, count: 1, email: 'ben@example.com' },
  ])
})

test('readAttendeeRows() names the problem of each row that is not sent', () => {
  const text = [
    'email,name,count,code',
    ',Nobody,1,',
    'no address,,1,',
    ',,2,BALCONY-12',
    ',,,ABC',
    'ada@example.com,,99,',
    'ada@example.com,,two,',
    'ben@example.com,,1,',
    'BEN@example.com,,1,',
    'ben@example.com,,1,BALCONY-13',
  ]
  const problems = readAttendeeRows(text.join('\n')).map(({ problem }) => problem)
  const none = undefined
  assert.deepEqual(problems, ['incomplete', 'address', 'code', 'code', 'count', 'count', none, 'duplicate', none])
})

test('batchesOf() has at most 100 rows and 200 tickets a call, without rows of a problem', () => {
  const rows = (length: number, count: number) => Array.from({ length }, (_, line) => ({ line, count }))
  assert.deepEqual(
    batchesOf(rows(250, 1)).map(({ length }) => length),
    [100, 100, 50],
  )
  assert.deepEqual(
    batchesOf(rows(9, 50)).map(({ length }) => length),
    [4, 4, 1],
  )
  assert.deepEqual(batchesOf([{ line: 1, count: 0, problem: 'count' }]), [])
})
