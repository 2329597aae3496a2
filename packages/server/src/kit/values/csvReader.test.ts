import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCsvReader } from './csvReader.ts'

/** Reads a text in pieces of this length. */
function read(text: string, pieceLength = text.length || 1, recordCharsMax = 100) {
  const reader = openCsvReader({ delimiter: ',', recordCharsMax })
  const records = []
  for (let at = 0; at < text.length; at += pieceLength) records.push(...reader.read(text.slice(at, at + pieceLength)))
  return [...records, ...reader.end()].map((each) => ('cells' in each ? each.cells.join('|') : `! ${each.problem}`))
}

const tables: [string, string[]][] = [
  ['a,b\n1,2\n', ['a|b', '1|2']],
  ['a,b\r\n\r\n1,', ['a|b', '', '1|']],
  ['a\rb\r', ['a', 'b']],
  ['"a ""b""","c\r\nd",\n"",e', ['a "b"|c\r\nd|', '|e']],
  ['5" pipe,x\n', ['5" pipe|x']],
  ['1,2\n"x"y,3\n4,5\n', ['1|2', '! quote', '4|5']],
  ['1,2\n"open,3\n4,5\n6,7', ['1|2', '! quote', '4|5', '6|7']],
  ['"open,3\n4,"5"\n6,7', ['! quote', '4|5', '6|7']],
]

test('records are the same for every length of the pieces, and a wrong quote costs its line alone', () => {
  for (const [text, expected] of tables) {
    for (let pieceLength = 1; pieceLength <= text.length; pieceLength++) {
      assert.deepEqual(read(text, pieceLength), expected, `${JSON.stringify(text)} by ${pieceLength}`)
    }
  }
})

test('a record beyond the bound of its length is one problem, and reading goes on behind its line', () => {
  assert.deepEqual(read(`a,b\n${'x'.repeat(1_000)},2\n3,4`, 10), ['a|b', '! length', '3|4'])
  assert.deepEqual(read(`a\n"${'x\n'.repeat(60)}b`, 10).slice(0, 3), ['a', '! quote', 'x'])
})
