import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { factWords } from './factWordsGerman.ts'
import { fieldWords } from './fieldWordsGerman.ts'

const path = join(import.meta.dirname, '../../../../openapi.json')
const words: Readonly<Record<string, string>> = { ...factWords, ...fieldWords }
/** Choices that are their own name in every language. */
const names = /^(ed25519|eventbrite|hiEvents|hls|hmac|luma|mp4|os|pretix|ticketTailor|null)$/
/** Members of envelopes, challenges and bodies of errors: no screen shows them by name. */
const unshown = new Set([
  ...[
    'data',
    'pagination',
    'nextCursor',
    'hasMore',
    'ifVersion',
    'csrfToken',
    'challengeId',
    'attempt',
    'codeId',
    'viewerToken',
    'isSignedOut',
    'transports',
  ],
  ...['attestationObject', 'authenticatorData', 'clientDataJSON', 'userHandle'],
])

test('every field and every choice of the API has a German word', () => {
  const missing = [...namesOf(JSON.parse(readFileSync(path, 'utf8')))].filter((name) => isLabel(name) && !words[name])
  assert.deepEqual(missing.toSorted(), [])
})

test('every noun and verb of a fact has a German word on the home page', () => {
  const { webhooks } = JSON.parse(readFileSync(path, 'utf8'))
  const parts = new Set(Object.keys(webhooks).flatMap((name) => name.split('.').slice(1)))
  // The word of a form's button for an import is another one; the noun is the same in both languages.
  parts.delete('import')
  assert.deepEqual(
    [...parts].filter((part) => !Object.hasOwn(factWords, part)),
    [],
  )
})

test('a German word is written once', () => {
  assert.deepEqual(
    Object.keys(fieldWords).filter((name) => Object.hasOwn(factWords, name)),
    [],
  )
})

function isLabel(name: string): boolean {
  return !names.test(name) && !unshown.has(name) && /^[a-z][A-Za-z0-9]*$/.test(name)
}

/** Names of fields of the operations' inputs and records, and their choices. */
function namesOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  const { properties, enum: choices } = Object(schema)
  for (const choice of Array.isArray(choices) ? choices : []) found.add(String(choice))
  for (const [name, each] of Object.entries(Object(properties))) namesOf(each, found.add(name))
  for (const [key, each] of Object.entries(schema)) if (key !== 'properties') namesOf(each, found)
  return found
}
