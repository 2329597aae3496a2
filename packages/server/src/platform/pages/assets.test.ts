import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetsDir } from '#app/config.ts'
import { openAssets } from './assets.ts'

test('find() reads and compresses a file once, and returns the same bytes each time', async () => {
  const assets = openAssets(assetsDir)
  const { style, modules } = await assets.of('watch')
  assert.ok(modules.length > 0)
  for (const address of [style, ...modules]) {
    const find = () => assets.find(address.slice('/assets/'.length))
    const [first, second] = await Promise.all([find(), find()])
    assert.ok(first !== undefined)
    assert.equal(second, first)
    assert.equal(await find(), first)
  }
})
