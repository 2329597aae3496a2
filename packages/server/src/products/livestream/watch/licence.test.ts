import assert from 'node:assert/strict'
import { test } from 'node:test'
import { licenceUrl } from './licence.ts'

test('licenceUrl() knows Creative Commons by their SPDX names, and addresses', () => {
  const urls = ['CC-BY-4.0', 'cc-by-nc-sa-3.0', 'CC0-1.0', 'https://a.example/terms', 'All rights reserved'].map(
    licenceUrl,
  )
  assert.deepEqual(urls, [
    'https://creativecommons.org/licenses/by/4.0/',
    'https://creativecommons.org/licenses/by-nc-sa/3.0/',
    'https://creativecommons.org/publicdomain/zero/1.0/',
    'https://a.example/terms',
    undefined,
  ])
})
