import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { clusterVariable } from '#test/world/cluster.ts'
import { startThrowaway } from '#test/world/throwaway.ts'
import { buildSdk } from './buildSdk.ts'

// Runs every test of the project, or those whose paths contain one of the arguments, on one PostgreSQL in memory.
const root = join(import.meta.dirname, '..')
const testTimeoutMs = 300_000
/** Far longer than all tests take on a busy machine: only what hangs takes as long. */
const runTimeoutMs = 30 * 60_000

const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('-'))
const all = globSync(['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'], { cwd: root }).toSorted()
const files = all.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
if (files.length === 0) {
  console.error(`fairground: no test file has ${wanted.join(' or ')} in its path.`)
  process.exit(1)
}
// Here, and not by each of the files that load it: two of them run at once.
if (files.some((file) => file.startsWith('tools/sdk/'))) buildSdk()
process.exitCode = await runAll()

async function runAll(): Promise<number> {
  const cluster = await startThrowaway()
  try {
    const args = [
      ...['./withParent.mjs', './endsItself.mjs'].flatMap((name) => ['--import', new URL(name, import.meta.url).href]),
      '--test',
      `--test-concurrency=${Math.max(2, availableParallelism())}`,
      `--test-timeout=${testTimeoutMs}`,
      ...flags,
      ...files,
    ]
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, [clusterVariable]: JSON.stringify(cluster.admin), TMPDIR: cluster.scratch },
    })
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name))
    setTimeout(() => {
      console.error(`fairground: the tests are stopped, for they ran longer than ${runTimeoutMs / 60_000} minutes.`)
      child.kill('SIGTERM')
    }, runTimeoutMs).unref()
    return await new Promise<number>((resolve) => {
      child.on('error', () => resolve(1))
      child.on('exit', (code) => resolve(code ?? 130))
    })
  } finally {
    await cluster.stop()
  }
}
