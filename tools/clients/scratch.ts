import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The committed document that every tool of this folder reads. */
export const documentPath = join(root, 'openapi.json')

/** A folder within the checkout, so that generated code finds installed packages. `await using` removes it. */
export async function scratchFolder(): Promise<{ path: string } & AsyncDisposable> {
  await mkdir(join(root, 'build'), { recursive: true })
  const path = await mkdtemp(join(root, 'build', 'clients-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A program of an npm package: the package, the file within it, its arguments. */
export type Program = { packageName: string; file: string; args: readonly string[]; cwd: string }

/** Runs a program of an installed package with this Node, without telemetry. Returns its exit status and output. */
export function runProgram({ packageName, file, args, cwd }: Program): Promise<{ status: number; text: string }> {
  const bin = join(packageFolder(packageName), file)
  const env = { ...process.env, NO_COLOR: '1', DO_NOT_TRACK: '1' }
  const child = spawn(process.execPath, [bin, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status: status ?? 1, text }))
  })
}

/** The folder of an installed package. Its manifest need not be among its exports. */
function packageFolder(name: string): string {
  const paths = createRequire(join(import.meta.dirname, 'generators', 'package.json')).resolve.paths(name) ?? []
  const found = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')))
  if (found === undefined) throw new Error(`the package ${name} is not installed: run npm ci`)
  return found
}
