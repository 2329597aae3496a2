import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'packages', 'sdk')
/** Folder of the built package. */
export const sdkDist = join(folder, 'dist')
const mark = join(sdkDist, '.sources')
const timeoutMs = 120_000
const entries = { '.': 'index', './webhooks': 'webhooks' }

/**
 * Compiles the SDK to `packages/sdk/dist`, a folder that can be published: plain modules, types, manifest. Does nothing
 * without a change. Throws with the compiler's message.
 */
export function buildSdk(): void {
  const sources = globSync(['src/**/*.ts', '*.json', 'README.md'], { cwd: folder }).toSorted()
  const hash = createHash('sha256')
  for (const path of sources) hash.update(`${path}\0`).update(readFileSync(join(folder, path)))
  const currentHash = hash.digest('hex')
  if (readMark() === currentHash) return
  // The package is built in another folder and renamed as a whole, so that readers never see a partial build.
  const made = join(folder, '..', '..', 'build', `sdk.${process.pid}`)
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const args = [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', made]
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: timeoutMs })
  if (done.status !== 0) {
    rmSync(made, { recursive: true, force: true })
    throw new Error(`the SDK does not compile:\n${done.stdout}${done.stderr}`)
  }
  for (const path of globSync('**/*.d.ts', { cwd: made })) useBuiltNames(join(made, path))
  writeFileSync(join(made, 'package.json'), manifest())
  copyFileSync(join(folder, 'README.md'), join(made, 'README.md'))
  copyFileSync(join(folder, '..', '..', 'LICENSE'), join(made, 'LICENSE'))
  writeFileSync(join(made, '.sources'), currentHash)
  moveIn(made, currentHash)
}

/** The package's manifest, with paths of built files in place of sources. */
function manifest(): string {
  const own: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const exports = Object.fromEntries(
    Object.entries(entries).map(([name, module]) => [name, { types: `./${module}.d.ts`, default: `./${module}.js` }]),
  )
  return `${JSON.stringify(Object.assign({}, own, { exports }), null, 2)}\n`
}

/** The compiler renames imports in modules, but not in their types. */
function useBuiltNames(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}

/** Two concurrent builds may end at once; one result suffices. */
function moveIn(made: string, currentHash: string): void {
  try {
    if (readMark() === currentHash) return rmSync(made, { recursive: true, force: true })
    rmSync(sdkDist, { recursive: true, force: true })
    renameSync(made, sdkDist)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (readMark() !== currentHash) throw error
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
