type Waits = (...values: never[]) => Promise<unknown>
type WaitingOf<T> = { [Name in keyof T]-?: T[Name] extends Waits ? Name : never }[keyof T]

/** `leaves`: waits for another machine, a disk, a worker thread or another connection. `stays`: waits for none. */
export type Where = 'leaves' | 'stays'

declare const implementation: unique symbol

/** The key under which a handler finds a port: `ctx.port(mailPort).send(…)`. */
export type Port<T> = {
  name: string
  /** Methods that leave the database: a transaction must not wait for them. */
  leaving: ReadonlySet<string>
  readonly [implementation]?: T
}

/** An implementation of a port. */
export type ProvidedPort = { port: Port<unknown>; value: unknown }

/**
 * Declares a port beside its type, in the folder that implements it. Every method that returns a promise says whether
 * it leaves the database; a new one without an entry does not compile.
 */
export function port<T>(name: string, methods: Record<WaitingOf<T>, Where>): Port<T> {
  const leaving = Object.entries<Where>(methods).flatMap(([method, where]) => (where === 'leaves' ? [method] : []))
  return { name, leaving: new Set(leaving) }
}

/** Joins a port to its implementation, when the server is put together. */
export function provide<T>(of: Port<T>, value: T): ProvidedPort {
  return { port: of, value }
}
