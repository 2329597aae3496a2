import { readFile, stat } from 'node:fs/promises'
import { StartProblem } from '#platform/startProblem.ts'

/** An account of the operating system that PostgreSQL runs as instead of root. */
export type PostgresUser = { name: string; uid: number; gid: number }

/**
 * The user for PostgreSQL; undefined means the current one. PostgreSQL refuses root, so root starts it as the owner of
 * the first given path that is not root's, else as the user `nobody`. Throws `postgres_user`.
 */
export async function choosePostgresUser(paths: string[]): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = await knownUsers()
  for (const path of paths) {
    const owner = await stat(path).catch(() => undefined)
    const user = users.find((known) => known.uid === owner?.uid)
    if (user !== undefined && user.uid !== 0) return user
  }
  const nobody = users.find((user) => user.name === 'nobody')
  if (nobody !== undefined) return nobody
  throw new StartProblem(
    'postgres_user',
    'PostgreSQL does not run as root, and this machine has no user `nobody` to run it as: ' +
      'start Fairground as an ordinary user, or set DATABASE_URL.',
  )
}

/** The name of the user that this process runs as, which `peer` authentication sees. Throws `postgres_user`. */
export async function ownUserName(): Promise<string> {
  const uid = process.getuid?.()
  const user = (await knownUsers()).find((known) => known.uid === uid)
  if (user !== undefined) return user.name
  throw new StartProblem(
    'postgres_user',
    `The embedded PostgreSQL needs a user with a name, and uid ${uid} has none in /etc/passwd: ` +
      'start Fairground as a user that has one, or set DATABASE_URL.',
  )
}

async function knownUsers(): Promise<PostgresUser[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
