import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = join(import.meta.dirname, 'npm')

/** Installs the players of other projects by their own lock file, unless they are there. */
export async function installPlayers(): Promise<void> {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const isThere = Object.entries(dependencies).every(([alias, wanted]) => wanted.endsWith(`@${versionOf(alias)}`))
  if (isThere) return
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

/** Version of an installed player; undefined without one. */
export function versionOf(alias: string): string | undefined {
  const path = join(folder, 'node_modules', alias, 'package.json')
  if (!existsSync(path)) return undefined
  const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'))
  return version
}

/** Path of a script of an installed player. */
export function scriptOf(alias: string, file: string): string {
  return join(folder, 'node_modules', alias, 'dist', file)
}
