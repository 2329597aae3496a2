import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import type { Binaries } from './binaries.ts'
import type { PostgresUser } from './postgresUser.ts'

/** Launch of a postmaster. `folder` is that of the cluster; `socketDir` undefined means the same. */
export type Launch = {
  folder: string
  socketDir: string | undefined
  binaries: Binaries
  user: PostgresUser | undefined
  logFd: number
}

/** A started postmaster, and the end of its guard. */
export type Launched = { child: ChildProcess; dismissGuard: () => void }

/** Environment of PostgreSQL: none of ours, which may hold secrets, and another user runs it. */
export function postgresEnv(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** Creates a folder that PostgreSQL accepts as its own: 0700 and owned by its user. */
export async function makeFolder(path: string, user: PostgresUser | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (user !== undefined) await chown(path, user.uid, user.gid)
}

/** Path of a folder from within the cluster's folder, for a process that may not enter the folders above. */
export function fromInside(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/**
 * Starts a postmaster that cannot outlive this process, in a session of its own so that Ctrl-C reaches only us.
 */
export function launch(spec: Launch): Launched {
  const here = fromInside(spec.folder)
  const socketDir = spec.socketDir ?? here
  const args = [
    '-D',
    here,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${socketDir}`,
    '-c',
    'port=5432',
    '-c',
    'unix_socket_permissions=0700',
    '-c',
    'logging_collector=off',
  ]
  const child = spawn(...bound(spec.binaries.postgres, args), {
    cwd: spec.folder,
    env: postgresEnv(),
    detached: true,
    stdio: ['ignore', spec.logFd, spec.logFd],
    ...(spec.user === undefined ? {} : { uid: spec.user.uid, gid: spec.user.gid }),
  })
  child.on('error', () => undefined)
  child.unref()
  if (hasSetpriv() || child.pid === undefined) return { child, dismissGuard: () => undefined }
  return { child, dismissGuard: guard('kill -INT "$1" 2>/dev/null', [String(child.pid)]) }
}

/**
 * Starts a shell that runs `script` when this process has died: it waits for the end of a pipe that only we hold.
 * Returns the function that ends the shell without running the script.
 */
export function guard(script: string, args: string[]): () => void {
  const child = spawn(
    '/bin/sh',
    ['-c', `read -r word; [ "$word" = done ] || {\n${script.trim()}\n}`, 'guard', ...args],
    {
      detached: true,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return () => child.stdin.end('done\n')
}

/** A command and its arguments; where the kernel supports it, the command is interrupted when our process dies. */
export function bound(program: string, args: string[]): [string, string[]] {
  return hasSetpriv() ? ['setpriv', ['--pdeathsig', 'INT', program, ...args]] : [program, args]
}

let setpriv: boolean | undefined

function hasSetpriv(): boolean {
  setpriv ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0
  return setpriv
}
