import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Environment } from '#kit/nouns/setting.ts'
import { dataPaths } from '#platform/db/embedded/dataDirectory.ts'
import { isRunning, markOfThis, type ProcessMark } from '#platform/db/embedded/processes.ts'
import type { Config } from './config.ts'

/** Addresses of a server: the public one, and the host and port that it listens on. */
export type ServerAddress = { url: string; host: string; port: number }

/** Server that runs on a data folder. `machine`: where its pid means something. */
export type RunningServer = ServerAddress & ProcessMark & { machine: string }

/**
 * Writes the address of this server into its data folder, for commands. Returns what removes it. The address of another
 * server that runs on the folder stays: the first one wins.
 */
export async function announceServer(dataDir: string, address: ServerAddress): Promise<() => Promise<void>> {
  const { server: path } = dataPaths(dataDir)
  if ((await findServer(dataDir)) !== undefined) return async () => undefined
  const mine: RunningServer = { ...address, ...(await markOfThis()), machine: hostname() }
  const aside = `${path}.${mine.pid}`
  await writeFile(aside, `${JSON.stringify(mine)}\n`, { mode: 0o600 })
  await rename(aside, path)
  return async () => {
    const held = await readServer(path)
    if (held?.pid === mine.pid && held.started === mine.started) await rm(path, { force: true })
  }
}

/** The server that runs on a data folder; undefined without one, and for the file of a killed server. */
export async function findServer(dataDir: string): Promise<RunningServer | undefined> {
  const found = await readServer(dataPaths(dataDir).server)
  return found !== undefined && found.machine === hostname() && (await isRunning(found)) ? found : undefined
}

/** The settings with the public address of the running server, where neither `PORT` nor `PUBLIC_URL` names another. */
export async function withServerAddress(config: Config, env: Environment): Promise<Config> {
  const server = await findServer(config.dataDir)
  if (server === undefined || isElsewhere(env, server)) return config
  return { ...config, port: server.port, publicUrl: config.publicUrl ?? server.url }
}

/** Whether `PORT` of the environment names another port than that of a running server. */
export function isElsewhere({ PORT: port = '' }: Environment, server: ServerAddress): boolean {
  return !['', '0', String(server.port)].includes(port.trim())
}

/** Address at which programs of this machine reach a server. */
export function localUrlOf({ host, port }: Pick<ServerAddress, 'host' | 'port'>): string {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function readServer(path: string): Promise<RunningServer | undefined> {
  const parsed: unknown = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
  const { url, host, port, pid, started, machine } = Object(parsed)
  if (![url, host, machine].every((each) => typeof each === 'string')) return undefined
  if (![port, pid].every((each) => Number.isInteger(each) && each > 0)) return undefined
  return { url, host, port, pid, started: typeof started === 'string' ? started : undefined, machine }
}
