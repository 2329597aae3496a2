import type { AddressInfo } from 'node:net'
import type { World } from '#test/world/world.ts'

/** Makes a world's server listen on a free port of loopback. Returns its address. */
export async function listening(w: World): Promise<string> {
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: a server that listens on a port has an address with one.
  const { port } = w.app.server.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
