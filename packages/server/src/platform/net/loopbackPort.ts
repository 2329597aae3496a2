import { port } from '#kit/call/port.ts'

/** Requests of this process to its own server. */
export type Loopback = {
  /** Posts JSON to a path of this server, as a partner would, and returns the status of the response. */
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number>
}

/** Requests to the own server, which need no address of it. */
export const loopbackPort = port<Loopback>('loopback', { post: 'leaves' })
