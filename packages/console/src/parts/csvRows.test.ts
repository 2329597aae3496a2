import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOfCsv } from './csvRows.ts'

const cellsOf = (text: string) => rowsOfCsv(text).map(({ cells }) => cells)

test('rowsOfCsv() reads quotes, line breaks within them, and the number of each line', () => {
  assert.deepEqual(rowsOfCsv('a,b\r\n"x, ""y""","two\nlines"\n\nlast,\n'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"', 'two\nlines'] },
    { line: 5, cells: ['last', ''] },
  ])
})

test('rowsOfCsv() takes the delimiter of the first line', () => {
  assert.deepEqual(cellsOf('a;b\n1;2'), [
    ['a', 'b'],
    ['1', '2'],
  ])
  assert.deepEqual(cellsOf('a\tb\n1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('rowsOfCsv() leaves a broken quote as it stands, and ends', () => {
  assert.deepEqual(cellsOf('"open'), [['"open']])
  assert.deepEqual(cellsOf('"a"b,c\nd,e'), [
    ['"a"b', 'c'],
    ['d', 'e'],
  ])
  assert.deepEqual(cellsOf(''), [])
  assert.deepEqual(cellsOf('a'), [['a']])
})
