import type pg from 'pg'
import type { Pools } from '#platform/db/pools.ts'

type Query = { name?: string; text: string; values: unknown[] }
type Answer = { rows: Record<string, unknown>[] }

/**
 * Pools that query the database once per statement and respond from memory afterwards: the same server without a
 * database. Point reads return a copy of the first row under each requested id.
 */
export function memoryPools(real: Pools): Pools {
  const answers = new Map<string, Promise<Answer>>()
  const answered = (pool: pg.Pool) => async (query: Query) => {
    const name = query.name ?? query.text
    let known = answers.get(name)
    if (known === undefined) {
      known = pool.query(query)
      answers.set(name, known)
    }
    const answer = await known
    return name.endsWith('.lane') ? underIds(answer, query) : answer
  }
  const remembering = (pool: pg.Pool) => {
    const query = answered(pool)
    const connect = async () => ({ query, release() {} })
    const own = new Map<string | symbol, unknown>([
      ['query', query],
      ['connect', connect],
    ])
    return new Proxy(pool, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) })
  }
  return { ...real, work: remembering(real.work), reads: remembering(real.reads), lane: remembering(real.lane) }
}

function underIds({ rows }: Answer, query: Query): Answer {
  const [template] = rows
  if (template === undefined) return { rows }
  const [accounts = [], ids = []] = query.values.map((value) => String(value).slice(1, -1).split(','))
  return {
    rows: ids.map((id, index) => ({ ...template, id, account_id: Number(accounts[index]), place_in_batch: index + 1 })),
  }
}
