import type { Port, ProvidedPort } from '#kit/call/port.ts'

/** The ports of one process. Both functions throw an Error for a port without a provider. */
export type CallPorts = {
  get<T>(of: Port<T>): T
  /** The port as a transaction may use it: a method that leaves the database throws LeavingError. */
  within<T>(of: Port<T>): T
  /** Names of all ports that are provided. */
  names(): string[]
}

/** Joins ports to their implementations. Throws an Error for a port that is provided twice. */
export function openCallPorts(provided: readonly ProvidedPort[]): CallPorts {
  const names = provided.map(({ port }) => port.name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`the port ${twice} is provided twice`)
  const values = new Map(provided.map(({ port, value }) => [port, value]))
  const guarded = new Map(provided.map(({ port, value }) => [port, guard(port, value)]))
  return { get: (of) => find(values, of), within: (of) => find(guarded, of), names: () => names }
}

function find<T>(values: ReadonlyMap<Port<unknown>, unknown>, of: Port<T>): T {
  if (!values.has(of)) throw new Error(`the port ${of.name} is provided by nothing`)
  // cast: provide() joined this port to a value of its type.
  return values.get(of) as T
}

function guard({ name, leaving }: Port<unknown>, value: unknown): unknown {
  if (leaving.size === 0 || typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, method) {
      if (leaving.has(String(method))) throw new LeavingError(`port ${name}.${String(method)}`)
      const found: unknown = Reflect.get(target, method, target)
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
