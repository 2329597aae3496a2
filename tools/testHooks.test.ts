import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Errors that no promise of their test reports. */
const uncaught = {
  'a rejection that nothing handles': `void Promise.reject(new Error('lost'))`,
  'an error of a timer': `setTimeout(() => { throw new Error('lost') }, 0)`,
}

for (const [name, source] of Object.entries(uncaught)) {
  test(`${name}, after an await, fails its file with its text`, () => {
    const { status, stdout } = runTest(`await sleep(1); ${source}; await sleep(50)`)
    assert.equal(status, 1, stdout)
    assert.match(stdout, /lost/)
  })
}

test('a test passes without a hook on its promises', () => {
  const { status, stdout } = runTest('await sleep(1)')
  assert.equal(status, 0, stdout)
})

/** Runs a test with this body in a process with the preloaded hooks. */
function runTest(body: string): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-hooks-'))
  try {
    const file = join(folder, 'planted.test.mjs')
    const imports = `import { test } from 'node:test'\nimport { setTimeout as sleep } from 'node:timers/promises'\n`
    writeFileSync(file, `${imports}test('planted', async () => { ${body} })\n`)
    // A process of the runner reports to it in binary, unless this variable is empty.
    const env = { ...process.env, NODE_TEST_CONTEXT: '' }
    const args = ['--import', join(import.meta.dirname, 'testHooks.ts'), '--test-reporter=tap', file]
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
