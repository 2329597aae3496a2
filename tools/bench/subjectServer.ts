import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { makeApp } from '#app/app.ts'
import { setRuntimeFlags } from '#app/runtimeFlags.ts'
import { liveWithoutIngest } from '#test/video/liveWithoutIngest.ts'
import { parseId, uuidv7 } from '#kit/values/ids.ts'
import { openPools } from '#platform/db/pools.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { addressOf, defaultSettings, openRates, quietLog } from './database.ts'
import { memoryPools } from './memoryPools.ts'

/** A server to be measured, in one of three kinds; prints its address when it listens. */
const kind = process.argv[2] ?? 'ours'
const address = addressOf(process.env)
const accountId = Number(process.env['BENCH_ACCOUNT'])

/** bare: Fastify and the driver, one named statement per request; no keys, checks, audit or facts. */
function bare(): FastifyInstance {
  const server = fastify()
  const pool = new pg.Pool({ ...address, max: 8, idleTimeoutMillis: 0 })
  const run = async (name: string, values: unknown[]) => {
    const { rows } = await pool.query({ name, text: bareStatements[name] ?? '', values })
    return JSON.stringify({ data: rows.length === 1 ? rows[0] : { items: rows } })
  }
  server.addHook('onRequest', async (_request, reply) => void reply.header('content-type', 'application/json'))
  server.get<{ Querystring: { keyId: string } }>('/get', ({ query }) =>
    run('get', [accountId, parseId('key', query.keyId)?.uuid]),
  )
  server.get<{ Querystring: { type: string } }>('/list', ({ query }) => run('list', [accountId, query.type]))
  server.post<{ Body: { name: string; clientReference: string } }>('/create', ({ body }) => {
    const at = new Date()
    return run('create', [
      accountId,
      uuidv7(at.getTime()),
      at.toISOString(),
      body.clientReference,
      body.name,
      body.name,
    ])
  })
  server.put<{ Body: { placeId: string; description: string } }>('/update', ({ body }) =>
    run('update', [accountId, parseId('plc', body.placeId)?.uuid, body.description, new Date().toISOString()]),
  )
  return server
}

/** The same rows, in tables with the same columns and indexes. */
const bareStatements: Record<string, string> = {
  get: 'select * from account_key where account_id = $1 and id = $2 and deleted_at is null',
  list: `select * from places_place where account_id = $1 and type = $2 and status <> 'merged' and deleted_at is null
    order by created_at desc, id desc limit 21`,
  create: `insert into bench_place (account_id, id, status, version, created_at, updated_at, client_reference, metadata,
      name, type, slug, description, location_latitude, location_longitude, timezone, timezone_source, categories, tags,
      external_ids, geofence_radius_m, visibility, name_key, search_text, has_hours, filled_lists, position)
    values ($1, $2, 'active', 1, $3, $3, $4, '{}',
      $5, 'venue', lower($6), 'A stand at the harbour, open all summer.', 53.5, 9.9, 'Europe/Berlin', 'location', '{}',
      '{food,music}', '{}', 100, 'public', lower($6), lower($6) || ' food music', false, '{}',
      '(3731990.2,651283.1,5121476.4)') returning *`,
  update: `update bench_place set description = $3, updated_at = $4, version = version + 1
    where account_id = $1 and id = $2 returning *`,
}

async function ours(): Promise<FastifyInstance> {
  const secrets = openSecrets(Buffer.from(process.env['BENCH_KEY'] ?? '', 'base64'))
  const log = quietLog
  const pools = openPools({ address, sizeMax: 8, isPreparing: true, log })
  const app = await makeApp({
    address,
    poolSizeMax: 8,
    isPreparing: true,
    nodeId: randomUUID(),
    live: liveWithoutIngest(join(tmpdir(), 'fairground-bench')),
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    rates: openRates,
    settings: defaultSettings,
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
    isChecking: false,
    isWorking: false,
    now: () => new Date(),
    log,
    pools: kind === 'memory' ? memoryPools(pools) : pools,
  })
  return app.server
}

const server = kind === 'bare' ? bare() : await ours()
setRuntimeFlags()
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => process.exit(0))
