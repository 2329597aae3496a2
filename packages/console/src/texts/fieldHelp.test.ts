import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldHelp } from './fieldHelpGerman.ts'

const document: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'))

test('every translated help is a description of the API', () => {
  const known = descriptionsOf(document)
  assert.deepEqual(
    Object.keys(fieldHelp).filter((sentence) => !known.has(sentence)),
    [],
  )
})

function descriptionsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  const { description } = Object(schema)
  if (typeof description === 'string') found.add(description)
  for (const each of Object.values(schema)) descriptionsOf(each, found)
  return found
}
