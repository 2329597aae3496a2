import { access, constants, stat, statfs } from 'node:fs/promises'
import type { Config } from '#app/config.ts'
import { dataPaths, exists } from '#platform/db/embedded/dataDirectory.ts'
import type { HealthCheck } from '#platform/observe/serverHealthPort.ts'
import { messageOf } from '#platform/startProblem.ts'

/** Result of one check. */
export type Finding = HealthCheck

const gigabyte = 1024 ** 3
const freeBytesMin = 0.2 * gigabyte
const freeBytesAdvised = 2 * gigabyte

/** Result of a check that passed. */
export const ok = (check: string, says: string): Finding => ({ check, result: 'ok', says })
/** Result of a check that passed, with advice for the operator. */
export const warn = (check: string, says: string, advice: string): Finding => ({ check, result: 'warn', says, advice })
/** Result of a check that failed, or will fail soon. */
export const fail = (check: string, says: string, advice: string): Finding => ({ check, result: 'fail', says, advice })

/** Checks the Node version: everything was tested with the pinned one. */
export function lookAtNode(pinned: string): Finding {
  const found = process.versions.node
  if (found === pinned) return ok('node', `Node ${found}`)
  return warn('node', `Node ${found}, and not ${pinned}`, 'start by `npm start`, which brings the pinned one')
}

/** Checks settings that work and are seldom intended. */
export function lookAtSettings(config: Config): Finding[] {
  const isOpen = !/^(127\.|::1$|localhost$)/.test(config.host)
  const found: Finding[] = []
  if (isOpen && config.publicUrl === undefined) {
    const advice = 'set PUBLIC_URL to the address that others use'
    found.push(warn('settings', `HOST is ${config.host} and PUBLIC_URL is not set`, advice))
  }
  if (config.publicUrl?.startsWith('http:') && isOpen) {
    found.push(warn('settings', `PUBLIC_URL is ${config.publicUrl}`, 'put TLS in front: keys travel in every request'))
  }
  if (config.outboundAllowPrivate) {
    found.push(warn('settings', 'OUTBOUND_ALLOW_PRIVATE is on', 'turn it off outside development'))
  }
  return found.length > 0 ? found : [ok('settings', 'every setting is valid')]
}

/** Checks the data folder: owner, access rights, free space. */
export async function lookAtDataDir(config: Config): Promise<Finding[]> {
  const { path } = dataPaths(config.dataDir)
  const check = 'data folder'
  if (!(await exists(path))) {
    if (config.databaseUrl !== undefined && config.masterKey !== undefined) return [ok(check, 'none is needed')]
    return [warn(check, `${path} does not exist yet`, '`npm start` makes it')]
  }
  const found: Finding[] = []
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) {
    const octal = (mode & 0o777).toString(8)
    found.push(warn(check, `${path} may be entered by others (mode ${octal})`, `chmod 700 ${path}`))
  }
  const refused = await access(path, constants.W_OK | constants.R_OK | constants.X_OK).then(() => undefined, messageOf)
  if (refused !== undefined) found.push(fail(check, refused, `give ${path} to the user that runs the server`))
  found.push(await lookAtFreeSpace(path))
  return found
}

async function lookAtFreeSpace(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  const says = `${path} has ${(free / gigabyte).toFixed(1)} GiB free`
  if (free < freeBytesMin) return fail('disk', says, 'make room now: PostgreSQL stops when the disk is full')
  return free < freeBytesAdvised ? warn('disk', says, 'make room') : ok('disk', says)
}
