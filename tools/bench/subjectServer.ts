import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { makeApp } from '#app/app.ts'
import { encodeId, parseId, uuidv7 } from '#kit/ids.ts'
import { openPools } from '#platform/db/pools.ts'
import { addressOf, quietLog, openRates } from './database.ts'
import { memoryPools } from './memoryPools.ts'

/** A server to be measured, in one of three kinds; prints its address when it listens. */
const kind = process.argv[2] ?? 'ours'
const address = addressOf(process.env)
const accountId = Number(process.env['BENCH_ACCOUNT'])

/** bare: Fastify and the driver, one named statement per request, no keys, no checks, no audit, no facts. */
function bare(): FastifyInstance {
  const server = fastify()
  const pool = new pg.Pool({ ...address, max: 8, idleTimeoutMillis: 0 })
  const columns = 'id, name, status, description, address_city, location_latitude, location_longitude, created_at'
  const answer = (rows: unknown[]) => JSON.stringify({ data: rows.length === 1 ? rows[0] : { items: rows } })
  server.addHook('onRequest', async (_request, reply) => void reply.header('content-type', 'application/json'))
  server.get<{ Querystring: { placeId: string } }>('/get', async ({ query }) => {
    const values = [accountId, parseId('plc', query.placeId)?.uuid]
    const text = `select ${columns} from places_place where account_id = $1 and id = $2`
    return answer((await pool.query({ name: 'get', text, values })).rows)
  })
  server.get<{ Querystring: { type: string } }>('/list', async ({ query }) => {
    const text = `select * from places_place where account_id = $1 and type = $2 and deleted_at is null order by created_at desc, id desc limit 21`
    return answer((await pool.query({ name: 'list', text, values: [accountId, query.type] })).rows)
  })
  server.post<{ Body: { name: string } }>('/create', async ({ body }) => {
    const id = uuidv7(Date.now())
    const values = [accountId, id, body.name, JSON.stringify(body)]
    const text = 'insert into bench_bare (account_id, id, name, body) values ($1, $2, $3, $4)'
    await pool.query({ name: 'create', text, values })
    return answer([{ id: encodeId('plc', accountId, id), ...body }])
  })
  server.put<{ Body: { placeId: string; description: string } }>('/update', async ({ body }) => {
    const values = [accountId, parseId('plc', body.placeId)?.uuid, body.description]
    const text = `update places_place set description = $3, version = version + 1 where account_id = $1 and id = $2 returning ${columns}`
    return answer((await pool.query({ name: 'update', text, values })).rows)
  })
  return server
}

async function ours(): Promise<FastifyInstance> {
  const log = quietLog
  const pools = openPools({ address, sizeMax: 8, isPreparing: true, log })
  const app = await makeApp({
    address,
    poolSizeMax: 8,
    isPreparing: true,
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    rates: openRates,
    subkey: (purpose) => createHash('sha256').update(purpose).digest(),
    sealer: { seal: (plain) => Buffer.from(plain), open: (sealed) => sealed.toString() },
    isChecking: false,
    isWorking: false,
    now: () => new Date(),
    log,
    pools: kind === 'memory' ? memoryPools(pools) : pools,
  })
  return app.server
}

const server = kind === 'bare' ? bare() : await ours()
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => process.exit(0))
