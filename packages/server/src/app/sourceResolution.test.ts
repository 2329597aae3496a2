import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import * as own from './sourceResolution.ts'

test('resolveSourcesByName() finds the modules that Node finds, and leaves packages to Node', async () => {
  own.resolveSourcesByName()
  assert.equal((await import('#kit/call/problem.ts')).Problem, Problem)
  assert.equal(await import('./sourceResolution.ts'), own)
  const later = await import('#platform/net/guard.ts')
  assert.equal(typeof later.openGuard, 'function')
  const { LRUCache } = await import('lru-cache')
  assert.equal(new LRUCache({ max: 1 }).size, 0)
  const missing = './none.ts'
  await assert.rejects(import(missing), { code: 'ENOENT' })
})
