import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const missing = new Set<string>()

/**
 * Where a program of this machine is, by the search path. Undefined, with a loud word, where it is missing; under CI
 * that is an error, so that no run passes without having looked.
 */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = folders.map((folder) => join(folder, name)).find(isExecutable)
  if (found !== undefined) return found
  if (process.env['CI'] === 'true') throw new Error(`the program ${name} is missing`)
  if (!missing.has(name)) process.stderr.write(`\n!!! Some tests do not run: the program ${name} is missing.\n\n`)
  missing.add(name)
  return undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
