import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDataDirectory } from './dataDirectory.ts'

test('a data folder that cannot be created is refused without endless retries', { timeout: 30_000 }, async () => {
  for (const path of ['/proc/fairground', '/proc/fairground/data', '/dev/null/data']) {
    await assert.rejects(openDataDirectory(path), { code: 'data_dir_unwritable' }, path)
  }
})
