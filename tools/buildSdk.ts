import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'packages', 'sdk')
const mark = join(folder, 'dist', '.sources')
const timeoutMs = 120_000

/** Compiles the SDK to `packages/sdk/dist`: plain modules and types. Does nothing when nothing has changed. */
export function buildSdk(): void {
  const sources = globSync(['src/**/*.ts', 'package.json', 'tsconfig.build.json'], { cwd: folder }).toSorted()
  const hash = createHash('sha256')
  for (const path of sources) hash.update(`${path}\0`).update(readFileSync(join(folder, path)))
  const wanted = hash.digest('hex')
  if (readMark() === wanted) return
  // Built aside and moved in whole, so that nobody who reads meanwhile meets half of it.
  const made = join(folder, `dist.${process.pid}`)
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const args = [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', made]
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: timeoutMs })
  if (done.status !== 0) {
    rmSync(made, { recursive: true, force: true })
    throw new Error(`the SDK does not compile:\n${done.stdout}${done.stderr}`)
  }
  for (const path of globSync('**/*.d.ts', { cwd: made })) useBuiltNames(join(made, path))
  writeFileSync(join(made, '.sources'), wanted)
  moveIn(made, wanted)
}

/** The compiler renames imports in modules, but not in their types. */
function useBuiltNames(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}

/** Two builds may end at once; then one of them is enough. */
function moveIn(made: string, wanted: string): void {
  try {
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    renameSync(made, join(folder, 'dist'))
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (readMark() !== wanted) throw error
  }
}

function readMark(): string | undefined {
  try {
    return readFileSync(mark, 'utf8')
  } catch {
    return undefined
  }
}

if (import.meta.main) buildSdk()
