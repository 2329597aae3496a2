import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Diff } from './diffs.ts'

/** A copy of the working tree, with the same dependencies. `await using` removes it. */
export type Copy = {
  folder: string
  /** Applies a diff. Throws, naming the line of the page, for one that does not apply. */
  apply(diff: Diff): void
  /** Runs the pinned Node in the copy. A program beyond the time-out is killed, and its status is null. */
  node(args: readonly string[]): Promise<Ran>
  [Symbol.asyncDispose](): Promise<void>
}

/** Exit status and output of a program. */
export type Ran = { status: number | null; output: string }

const root = join(import.meta.dirname, '..', '..', '..', '..')
const leftOut = new Set(['node_modules', '.git', '.cache', 'data', 'build', 'dist'])
/** Time-out: types and all operations are checked, which takes minutes on a busy machine. */
const runTimeoutMs = 240_000
const outputBytesMax = 16 * 1024 * 1024

/** Copies the repository. */
export async function copyRepository(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-copy-'))
  await cp(root, folder, { recursive: true, filter: (from) => from === root || !leftOut.has(basename(from)) })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    apply: (diff) => apply(folder, diff),
    node: (args) => run(folder, args),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function apply(folder: string, { line, path, text }: Diff): void {
  const { status, stderr } = spawnSync('git', ['apply', '--whitespace=error-all'], {
    cwd: folder,
    input: text,
    encoding: 'utf8',
    // Git must not take a repository above the copy for its own.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  })
  if (status !== 0) throw new Error(`the diff at line ${line}, of ${path}, no longer applies: ${stderr}`)
}

function run(folder: string, args: readonly string[]): Promise<Ran> {
  // The runner of this test marks its children, and a runner with that mark would not run.
  const { NODE_TEST_CONTEXT: _mark, ...env } = process.env
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: runTimeoutMs, maxBuffer: outputBytesMax }
    const child = execFile(process.execPath, args, options, (_error, out, err) =>
      resolve({ status: child.exitCode, output: out + err }),
    )
  })
}
