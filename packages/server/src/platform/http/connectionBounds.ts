import type { Server } from 'node:http'
import { openNetworkCounts, type CountBounds } from '#platform/net/networkCounts.ts'

/** A connection costs a file descriptor and 9 kB. A CDN server that fetches 10,000 segments a second has fewer. */
const boundsDefault = { prefixMax: 2_000, countMax: 20_000 }

/** Closes a new connection at once when its network prefix has its share of the process's file descriptors. */
export function boundConnections(server: Server, bounds: CountBounds = boundsDefault): void {
  const networks = openNetworkCounts(bounds)
  server.on('connection', (socket) => {
    // A closed connection no longer has an address.
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return
    const leave = networks.enter(remoteAddress)
    if (leave === undefined) socket.destroy()
    else socket.once('close', leave)
  })
}
