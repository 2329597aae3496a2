import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldHelp as english } from './fieldHelpEnglish.ts'
import { fieldHelp as german } from './fieldHelpGerman.ts'

const document: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'))
/** Words of the API: a name of a field or of a value, a standard, a default in code. */
const apiWords = /`[a-z]+([A-Z]\w*)?`|\b(ISO|RFC|IANA|BCP|E\.164|\(409\)|P\d+D|PT\d+H|true when)\b/
const madeByHand = new Set([
  ...['action', 'nodes', 'filter', 'entry', 'exitWhen'],
  ...['openingHours', 'spaceChanges', 'price', 'ifVersion', 'staticId', 'streamId', 'mergeIntoPlaceId'],
])

test('every help in words of its own is that of a description of the API', () => {
  const known = new Set([...descriptionsOf(document)].flatMap((each) => [each, ...effectsOf(each)]))
  const sentences = [...Object.keys(english), ...Object.keys(german)]
  assert.deepEqual(
    sentences.filter((sentence) => !known.has(sentence)),
    [],
  )
})

test('every help in English words of its own has its German', () => {
  assert.deepEqual(
    Object.keys(english).filter((sentence) => german[sentence] === undefined),
    [],
  )
})

test('help of forms of marketing, offers and payments says no name of a field and no standard', () => {
  const forms = /^\/api\/(marketing\/\w+|incentive\/(loyalty|promotion|reward|drop)|payment\/\w+)\/(create|update)$/
  const inputs = Object.keys(Object(Object(document).paths)).flatMap((path) => {
    return forms.test(path) ? [fieldsOf(path)] : []
  })
  const descriptions = [...descriptionsOf(inputs)]
  assert.ok(descriptions.length > 200)
  for (const help of [english, german]) {
    const shown = descriptions.map((each) => help[each] ?? each)
    assert.deepEqual(
      shown.filter((each) => apiWords.test(each)),
      [],
    )
  }
})

test('help of forms of live video, places, offers and payments is in German', () => {
  const video = 'video/(stream|static|channel|details|event|category|subcategory)'
  const money = 'incentive/(loyalty|promotion|reward|drop)|payment/(paymentLink|provider)'
  const forms = new RegExp(`^/api/(${video}|places/general|${money})/(create|update)$`)
  const inputs = Object.keys(Object(Object(document).paths)).flatMap((path) =>
    forms.test(path) ? [fieldsOf(path)] : [],
  )
  const descriptions = [...descriptionsOf(inputs)]
  assert.ok(descriptions.length > 100)
  // The page of the record sets its id, and a choice of a category that by name.
  const setElsewhere = /^Id: |^Given by us|, in place of `\w+Id`\.$/
  assert.deepEqual(
    descriptions.filter((each) => german[each] === undefined && !setElsewhere.test(each)),
    [],
  )
})

/** Fields of the input of an operation that a form shows as they are. */
function fieldsOf(path: string): unknown[] {
  const { paths, components } = Object(document)
  return Object.values(Object(paths[path])).flatMap((operation) => {
    const { schema } = Object(Object(Object(Object(operation).requestBody).content)['application/json'])
    const name = String(Object(schema).$ref).split('/').at(-1) ?? ''
    return Object.entries(Object(Object(Object(components).schemas)[name]).properties ?? {})
      .filter(([field]) => !madeByHand.has(field))
      .map(([, field]) => field)
  })
}

/** Effects that a description names: that of an operation, before its scope, and those of actions after their names. */
function effectsOf(description: string): string[] {
  const [operation = ''] = description.split('\n\n')
  return [operation, ...description.split(/(?:^| )`\w+`: /).slice(1)]
}

function descriptionsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  const { description } = Object(schema)
  if (typeof description === 'string') found.add(description)
  for (const each of Object.values(schema)) descriptionsOf(each, found)
  return found
}
