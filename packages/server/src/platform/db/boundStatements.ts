import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** Prepared statements of one connection; each takes some 50 kB of memory in its PostgreSQL process. */
const preparedMaxDefault = 300

/** The driver's connection: its prepared statements, and the messages of the extended query protocol about them. */
type Connection = {
  parsedStatements: Record<string, string>
  parse(message: { name?: string }, ...rest: unknown[]): void
  bind(message: { statement?: string }, ...rest: unknown[]): void
  close(message: { type: 'S'; name: string }): void
}

/**
 * Bounds the prepared statements of a connection: the least recently used one is closed (protocol message Close) in the
 * round trip of the statement that takes its place. A closed statement is prepared again at its next use.
 */
export function boundStatements(client: pg.PoolClient, preparedMax = preparedMaxDefault): void {
  // cast: the driver's types leave out its connection.
  const { connection } = client as unknown as { connection: Connection }
  const prepared = new LRUCache<string, true>({
    max: preparedMax,
    dispose(_, name) {
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    },
  })
  const [parse, bind] = [connection.parse.bind(connection), connection.bind.bind(connection)]
  // Close goes before Parse: after an error the server skips the rest of the round trip.
  connection.parse = (message, ...rest) => {
    if (message.name) prepared.set(message.name, true)
    parse(message, ...rest)
  }
  connection.bind = (message, ...rest) => {
    if (message.statement) prepared.get(message.statement)
    bind(message, ...rest)
  }
}
