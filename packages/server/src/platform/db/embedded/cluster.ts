import { spawn } from 'node:child_process'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { messageOf, StartProblem } from '#platform/startProblem.ts'
import type { Binaries } from './binaries.ts'
import { characterTypes } from './characterType.ts'
import { diskFull, exists } from './dataDirectory.ts'
import { bound, fromInside, makeFolder, postgresEnv } from './launch.ts'
import { ownUserName } from './postgresUser.ts'
import type { PostgresUser } from './postgresUser.ts'

/** Folder and settings of a cluster. `settings` override those chosen for this machine. */
export type ClusterSpec = {
  folder: string
  binaries: Binaries
  user: PostgresUser | undefined
  settings: Record<string, string>
}

/** The role that owns the database `fairground` and is no superuser, and the superuser that makes backups. */
export const roles = { app: 'fairground', admin: 'postgres' } as const

const megabyte = 1024 * 1024
const firstStatements = [
  `create role ${roles.app} login;`,
  `grant pg_monitor to ${roles.app};`,
  `create database ${roles.app} owner ${roles.app};`,
]

/**
 * Creates the cluster unless it exists (in a temporary folder, renamed when complete) and writes its settings. Throws
 * `data_version`, `data_dir_foreign`, `disk_full`, `postgres_failed`.
 */
export async function prepareCluster(spec: ClusterSpec): Promise<{ created: boolean }> {
  const created = !(await exists(spec.folder))
  if (created) await create(spec)
  else await checkVersion(spec)
  await writeSettings(spec)
  return { created }
}

async function create(spec: ClusterSpec): Promise<void> {
  const fresh: ClusterSpec = { ...spec, folder: `${spec.folder}.new` }
  await rm(fresh.folder, { recursive: true, force: true })
  await makeFolder(fresh.folder, spec.user)
  const here = fromInside(fresh.folder)
  try {
    await initialize(fresh)
    const single = ['--single', '-j', '-D', here, 'postgres']
    await runProgram(fresh, { path: fresh.binaries.postgres, args: single, lines: firstStatements })
    await rename(fresh.folder, spec.folder)
  } catch (error) {
    await rm(fresh.folder, { recursive: true, force: true })
    throw error
  }
}

/** The builtin provider sorts and compares; the character type only sets which characters are letters for pg_trgm. */
async function initialize(fresh: ClusterSpec, [type, ...others]: readonly string[] = characterTypes): Promise<void> {
  const args = [
    '-D',
    fromInside(fresh.folder),
    '-U',
    roles.admin,
    '-E',
    'UTF8',
    '--locale=C',
    `--lc-ctype=${type ?? 'C'}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=peer',
    '--no-instructions',
    ...(fresh.settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]
  try {
    await runProgram(fresh, { path: fresh.binaries.initdb, args })
  } catch (error) {
    if (type === undefined || !/invalid locale name/.test(messageOf(error))) throw error
    await initialize(fresh, others)
  }
}

async function checkVersion({ folder, binaries }: ClusterSpec): Promise<void> {
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined) {
    throw new StartProblem(
      'data_dir_foreign',
      `${folder} is not a PostgreSQL cluster (it has no PG_VERSION): restore it from a backup, or move it away.`,
    )
  }
  if (Number(found) === binaries.major) return
  throw new StartProblem(
    'data_version',
    `The data in ${folder} was written by PostgreSQL ${found.trim()}, and this Fairground brings ` +
      `PostgreSQL ${binaries.major}: use the Fairground version that wrote it, or move the data with pg_upgrade.`,
  )
}

/** Our settings are rewritten at every start; an operator's own go into `custom.conf`, which is read last. */
async function writeSettings(spec: ClusterSpec): Promise<void> {
  const settings = { ...machineSettings(), ...spec.settings }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  const me = await ownUserName()
  const hba = `local all all peer map=fairground\n`
  const ident = [...new Set([me, spec.user?.name ?? me])]
    .flatMap((name) => [`fairground ${name} ${roles.app}`, `fairground ${name} ${roles.admin}`])
    .join('\n')
  const head = '# Written by Fairground at every start. Settings of your own belong into custom.conf.\n'
  const own = (await exists(join(spec.folder, 'custom.conf'))) ? "include = 'custom.conf'\n" : ''
  await put(spec, 'postgresql.conf', `${head}${lines.join('\n')}\n${own}`)
  await put(spec, 'pg_hba.conf', `${head}${hba}`)
  await put(spec, 'pg_ident.conf', `${head}${ident}\n`)
}

async function put(spec: ClusterSpec, name: string, text: string): Promise<void> {
  const path = join(spec.folder, name)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  if (spec.user !== undefined) await chown(`${path}.new`, spec.user.uid, spec.user.gid)
  await rename(`${path}.new`, path)
}

/** Sizes for the memory of this machine or container; the caller logs errors of statements. */
function machineSettings(): Record<string, string> {
  const constrained = process.constrainedMemory()
  const memoryMb = Math.min(totalmem(), constrained > 0 ? constrained : totalmem()) / megabyte
  const bounded = (low: number, value: number, high: number) => Math.round(Math.min(Math.max(low, value), high))
  return {
    shared_buffers: `${bounded(64, memoryMb / 8, 2048)}MB`,
    effective_cache_size: `${bounded(128, memoryMb / 2, 65_536)}MB`,
    maintenance_work_mem: `${bounded(32, memoryMb / 32, 512)}MB`,
    work_mem: `${bounded(4, memoryMb / 256, 32)}MB`,
    max_connections: '100',
    max_wal_size: '1GB',
    min_wal_size: '80MB',
    checkpoint_timeout: '10min',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    idle_in_transaction_session_timeout: '60s',
  }
}

/** A program with its standard input in `lines`. */
type Program = { path: string; args: string[]; lines?: string[] }

/** Runs a program of PostgreSQL in the cluster's folder. Throws with the program's output on failure. */
async function runProgram(spec: ClusterSpec, program: Program): Promise<void> {
  const child = spawn(...bound(program.path, program.args), {
    cwd: spec.folder,
    env: postgresEnv(),
    stdio: 'pipe',
    ...(spec.user === undefined ? {} : { uid: spec.user.uid, gid: spec.user.gid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output = (output + data).slice(-4000)))
  child.stdin.on('error', () => undefined)
  child.stdin.end((program.lines ?? []).map((line) => `${line}\n\n`).join(''))
  const code = await new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (status, signalName) => resolve(status ?? signalName ?? 'unknown'))
  })
  if (code === 0) return
  if (output.includes('No space left on device')) throw diskFull(spec.folder)
  const reason = output.split('\n').find((line) => /error|fatal|could not|cannot/i.test(line)) ?? String(code)
  throw new StartProblem('postgres_failed', `A new database could not be made in ${spec.folder}: ${reason.trim()}`)
}
