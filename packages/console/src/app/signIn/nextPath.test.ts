import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPath } from './nextPath.ts'

test('nextPath() keeps paths within the console, with their filters', () => {
  assert.equal(nextPath('/console/acc_1/places/place?status=active'), '/acc_1/places/place?status=active')
  assert.equal(nextPath('/acc_1'), '/acc_1')
  assert.equal(nextPath(undefined), '/')
})

test('nextPath() leads to the start in place of other hosts, schemes and the sign-in itself', () => {
  const foreign = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]
  const within = ['/console//evil.example', '/sign-in?next=/', '/console/link', '/console/sign-in', '']
  for (const each of [...foreign, ...within]) assert.equal(nextPath(each), '/', each)
})
