import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program, searched on PATH. Undefined for a missing one. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/**
 * The reason to skip a test that needs these programs, or false. The closing table of `npm test` reads the reason, and
 * `npm test -- --everything` fails for it: a missing program is never an error of the test itself.
 */
export function lacks(...programs: readonly string[]): string | false {
  const missing = programs.filter((name) => findProgram(name) === undefined)
  return missing.length > 0 && lackOf(...missing)
}

/** The reason to skip a test with missing programs or libraries. */
export function lackOf(...names: readonly string[]): string {
  return `missing: ${names.join(', ')}`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
