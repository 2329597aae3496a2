import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cwd = import.meta.dirname

async function nodeFlags(): Promise<string[]> {
  const { config } = JSON.parse(await readFile(join(cwd, '../../../../package.json'), 'utf8'))
  return String(config.nodeFlags).split(' ')
}

test('flags of the command line leave the code caches of built-in modules valid', async () => {
  const tag = ['-p', 'v8.cachedDataVersionTag()']
  const [plain, flagged] = await Promise.all([
    run(process.execPath, tag),
    run(process.execPath, [...(await nodeFlags()), ...tag]),
  ])
  assert.equal(flagged.stdout, plain.stdout)
})

test('setRuntimeFlags() leaves a compile cache that the next start accepts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-cache-'))
  t.after(() => rm(folder, { recursive: true }))
  const script = `import { setRuntimeFlags } from './runtimeFlags.ts'; setRuntimeFlags()`
  const args = [...(await nodeFlags()), '--input-type=module', '-e', script]
  const env = { ...process.env, NODE_COMPILE_CACHE: folder, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const first = await run(process.execPath, args, { cwd, env })
  const second = await run(process.execPath, args, { cwd, env })
  const isRead = /V8 code cache for \w+ \S+runtimeFlags\.ts was accepted/
  assert.doesNotMatch(first.stderr, isRead)
  assert.match(second.stderr, isRead)
})
