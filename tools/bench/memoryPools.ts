import type pg from 'pg'
import type { Pools } from '#platform/db/pools.ts'

type Query = { name?: string; text: string; values: unknown[] }
type QueryRows = { rows: Record<string, unknown>[] }

/**
 * Pools that query the database once per statement and respond from memory afterwards: the same server without a
 * database. Point reads return a copy of the first row under each requested id.
 */
export function memoryPools(real: Pools): Pools {
  const results = new Map<string, Promise<QueryRows>>()
  const cached = (pool: pg.Pool) => async (query: Query) => {
    const name = query.name ?? query.text
    let known = results.get(name)
    if (known === undefined) {
      known = pool.query(query)
      results.set(name, known)
    }
    const result = await known
    return name.endsWith('.lane') ? underIds(result, query) : result
  }
  const caching = (pool: pg.Pool) => {
    const query = cached(pool)
    const connect = async () => ({ query, release() {} })
    const own = new Map<string | symbol, unknown>([
      ['query', query],
      ['connect', connect],
    ])
    return new Proxy(pool, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) })
  }
  return { ...real, work: caching(real.work), reads: caching(real.reads), lane: caching(real.lane) }
}

function underIds({ rows }: QueryRows, query: Query): QueryRows {
  const [template] = rows
  if (template === undefined) return { rows }
  const [accounts = [], ids = []] = query.values.map((value) => String(value).slice(1, -1).split(','))
  return {
    rows: ids.map((id, index) => ({ ...template, id, account_id: Number(accounts[index]), place_in_batch: index + 1 })),
  }
}
