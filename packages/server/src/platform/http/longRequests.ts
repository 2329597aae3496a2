/** Connections whose request is a file on its way in. */
const connections = new WeakSet<object>()

/** Lifts the time limit from the request of a connection. The caller must bound it in another way. */
export function allowLong(socket: object): void {
  connections.add(socket)
}

/** Whether the request of a connection may take longer than requests may. */
export function mayTakeLong(socket: object): boolean {
  return connections.has(socket)
}
