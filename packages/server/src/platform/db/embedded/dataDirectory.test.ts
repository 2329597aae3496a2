import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDataDirectory } from './dataDirectory.ts'

test('a data folder where none can be made is refused, and not tried for ever', { timeout: 30_000 }, async () => {
  for (const path of ['/proc/fairground', '/proc/fairground/data', '/dev/null/data']) {
    await assert.rejects(openDataDirectory(path), { code: 'data_dir_unwritable' }, path)
  }
})
