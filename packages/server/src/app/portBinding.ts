import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { errnoOf, StartProblem } from '#platform/startProblem.ts'
import type { Config } from './config.ts'

/** Port to listen on. `release` frees it just before the server binds it. */
export type ReservedPort = { port: number; release(): Promise<void> }

/**
 * Reserves a free port for port 0, so that addresses name it before the server listens. Other ports are unchanged, and
 * so is 0 on a host that cannot be bound: `bindPort` reports why.
 */
export async function reservePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<ReservedPort> {
  const unchanged = { port, release: async () => undefined }
  if (port !== 0) return unchanged
  const holder = createServer().unref()
  try {
    await once(holder.listen({ host, port }), 'listening')
  } catch {
    return unchanged
  }
  const address = holder.address()
  const release = async () => {
    await once(holder.close(), 'close')
  }
  return typeof address === 'object' && address !== null ? { port: address.port, release } : unchanged
}

/** Listens on the host and port of the settings. Returns the bound port. Throws `port_busy` and `address`. */
export async function bindPort(
  server: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<number> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const reasons: Record<string, [StartProblem['code'], string]> = {
      EADDRINUSE: ['port_busy', `Port ${port} on ${host} is in use by another program: stop that one, or set PORT.`],
      EACCES: ['port_busy', `Port ${port} may not be used by this user: set PORT to 1024 or above.`],
      EADDRNOTAVAIL: ['address', `This machine has no address ${host}: set HOST.`],
      ENOTFOUND: ['address', `The name ${host} leads to no address: set HOST.`],
      EINVAL: ['address', `${host} is not an address to listen on: set HOST.`],
    }
    const reason = reasons[errnoOf(error) ?? '']
    throw reason === undefined ? error : new StartProblem(...reason, error)
  }
  const bound = server.addresses()[0]
  return typeof bound === 'object' ? bound.port : port
}
