import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Loads the modules of a start, and prints their files and the requested locales. */
const readTheApp = `
  import { registerHooks } from 'node:module'
  const read = []
  const localized = []
  const tell = (of, name) => {
    const own = of[name]
    of[name] = function (...args) {
      localized.push(name)
      return new.target === undefined ? own.apply(this, args) : new own(...args)
    }
  }
  for (const { prototype } of [Number, BigInt, Array]) tell(prototype, 'toLocaleString')
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) tell(Date.prototype, name)
  tell(String.prototype, 'localeCompare')
  for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules', 'Segmenter']) tell(Intl, name)
  registerHooks({
    load(url, context, next) {
      read.push(url)
      return next(url, context)
    },
  })
  await import('#app/app.ts')
  const loadsFetch = process.moduleLoadList.some((name) => name.endsWith('deps/undici/undici'))
  console.log(JSON.stringify({ read, localized, loadsFetch }))
`

test('a server loads at its start the modules that every installation needs, and no locales', async () => {
  const { read, localized, loadsFetch } = await reads()
  const packages = new Set(read.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1]))
  assert.ok(packages.has('fastify') && packages.has('pg'))
  // Modules for mail, metrics, signatures, the reference and media are loaded at first use.
  const later = [
    '@scalar/fastify-api-reference',
    'jose',
    'mediabunny',
    'nodemailer',
    'prom-client',
    'typebox',
    'undici',
  ]
  for (const name of later) assert.ok(!packages.has(name), name)
  assert.ok(read.some((url) => url.endsWith('/platform/files/disk.ts')))
  for (const file of ['files/s3.ts', 'video/mediamtx/mediaMtxEngine.ts', 'openapi/openapi.ts', 'docs/llms.ts'])
    assert.ok(!read.some((url) => url.endsWith(`/platform/${file}`)), file)
  // The first number or date in a locale's format costs the process 7 MB.
  assert.deepEqual(localized, [])
  // Importing node:http by a statement would load Node's fetch.
  assert.equal(loadsFetch, false)
})

async function reads(): Promise<{ read: string[]; localized: string[]; loadsFetch: boolean }> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', readTheApp], {
    cwd: `${import.meta.dirname}/../..`,
    maxBuffer: 1e7,
  })
  return JSON.parse(stdout)
}
