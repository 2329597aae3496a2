import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Runs test files, given by their text, as one batch. */
function batch(texts: Record<string, string>, options: { blockedMsMax?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-batch-'))
  try {
    const files = Object.entries(texts).map(([name, text]) => {
      const file = join(folder, name)
      writeFileSync(file, `import { after, test } from 'node:test'\n${text}`)
      return file
    })
    const entry = join(folder, 'entry.mjs')
    const module = JSON.stringify(join(import.meta.dirname, 'testBatch.ts'))
    writeFileSync(
      entry,
      `import { runBatch } from ${module}\nrunBatch(${JSON.stringify(files)}, ${JSON.stringify(options)})\n`,
    )
    // A process of the runner reports to it in binary, unless this variable is empty.
    const env = { ...process.env, NODE_TEST_CONTEXT: '' }
    const args = ['--test-reporter=tap', entry]
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    return { status, signal, stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a batch runs each file as a suite with its own hooks, and fails with any failed test', () => {
  const { status, stdout } = batch({
    'first.test.mjs': `after(() => console.log('first closed'))\ntest('first', () => {})`,
    'second.test.mjs': `test('second', () => { console.log('second runs'); throw new Error('broken') })`,
  })
  assert.equal(status, 1)
  assert.match(stdout, /# Subtest: first\.test\.mjs\n +# Subtest: first\n +ok 1/)
  assert.match(stdout, /# Subtest: second\.test\.mjs\n(# second runs\n)? +# Subtest: second\n +not ok 1/)
  assert.ok(stdout.indexOf('first closed') < stdout.indexOf('second runs'), stdout)
})

test('a file that blocks its batch is named, and the batch ends', () => {
  const texts = { 'fine.test.mjs': `test('fine', () => {})`, 'stuck.test.mjs': `test('stuck', () => { for (;;); })` }
  const { signal, stderr } = batch(texts, { blockedMsMax: 1_000 })
  assert.equal(signal, 'SIGKILL')
  assert.match(stderr, /stuck\.test\.mjs blocks its process/)
})

test('an uncaught error fails the batch, with its file and its stack', () => {
  const lost = `test('lost', async () => {
    void Promise.reject(new Error('lost'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })`
  const { status, stderr } = batch({ 'fine.test.mjs': `test('fine', () => {})`, 'lost.test.mjs': lost })
  assert.equal(status, 1)
  assert.match(stderr, /an uncaught error during lost\.test\.mjs: Error: lost\n +at .*lost\.test\.mjs:3:/)
})
