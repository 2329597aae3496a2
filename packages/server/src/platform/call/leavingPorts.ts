import type { Ports } from '#kit/call/context.ts'

type Waits = (...values: never[]) => Promise<unknown>
type WaitingOf<P> = { [Name in keyof P]-?: P[Name] extends Waits ? Name : never }[keyof P]
type Where = 'leaves' | 'stays'

/**
 * Every port method that returns a promise. `leaves`: it waits for another machine, a disk, a worker thread or another
 * connection, so a transaction must not wait for it. An asynchronous method without an entry does not compile.
 */
const whereabouts: {
  [Port in keyof Ports as WaitingOf<Ports[Port]> extends never ? never : Port]: Record<WaitingOf<Ports[Port]>, Where>
} = {
  outbound: { text: 'leaves', request: 'leaves' },
  deliveries: { list: 'leaves', find: 'leaves', resend: 'leaves' },
  live: {
    end: 'leaves',
    goLive: 'leaves',
    dropPublisher: 'leaves',
    setTargets: 'leaves',
    dismiss: 'leaves',
    report: 'leaves',
  },
  viewerTokens: { sign: 'stays', verify: 'stays' },
  videoWork: {
    window: 'leaves',
    cutClip: 'leaves',
    finishRecording: 'leaves',
    importVideo: 'leaves',
    receiveUpload: 'leaves',
    removeUpload: 'leaves',
    takeFrames: 'leaves',
    keepPoster: 'leaves',
    remove: 'leaves',
  },
  mail: { send: 'leaves' },
}

/** Names of the methods that leave the database, such as `live.end`. */
const leavingMethods: readonly string[] = Object.entries(whereabouts).flatMap(([port, methods]) =>
  Object.entries(methods).flatMap(([method, where]) => (where === 'leaves' ? [`${port}.${method}`] : [])),
)

const leaving = new Set(leavingMethods)

/** The ports of a call within a transaction: a method that leaves the database throws an Error, the others work. */
export function portsWithin(ports: Ports): Ports {
  const guarded = Object.entries(ports).map(([port, value]: [string, unknown]) => [port, guard(port, value)])
  // cast: each port keeps its name, as it is or behind a proxy of the same type.
  return Object.fromEntries(guarded) as Ports
}

function guard(port: string, value: unknown): unknown {
  const hasLeaving = leavingMethods.some((name) => name.startsWith(`${port}.`))
  if (!hasLeaving || typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      const path = `${port}.${String(name)}`
      if (leaving.has(path)) throw new LeavingError(`ports.${path}`)
      const found: unknown = Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

/** A wait for something outside the database within a transaction: a defect in our code. */
export class LeavingError extends Error {
  constructor(name: string) {
    super(`${name} leaves the database, so a transaction cannot wait for it: use ctx.effect`)
    this.name = 'LeavingError'
  }
}
