/** Connections whose request is an upload. */
const connections = new WeakSet<object>()

/** Exempts the request of a connection from the request time-out. The caller bounds its duration in another way. */
export function allowLong(socket: object): void {
  connections.add(socket)
}

/** Whether the request of a connection is exempt from the request time-out. */
export function mayTakeLong(socket: object): boolean {
  return connections.has(socket)
}
