import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Ctx, Db, Log, RowOf } from '#kit/call/context.ts'
import type { IngestAddresses } from './liveVideoPort.ts'
import { statement } from '#kit/call/statement.ts'
import { openGuard } from '#platform/net/guard.ts'
import { fetchOutbound } from '#platform/net/outbound.ts'
import { readNodeCall, signNodeCall, type NodeCall, type NodeCallReader } from './nodeSignature.ts'

/** Age of a heartbeat beyond which a node counts as gone, by the clock of the database. */
export const goneAfterSeconds = 15
const beatMs = 5_000
/** Cache lifetime of a node's address. */
const freshMs = 2_000
/** Most node addresses in memory. */
const nodesMax = 1_000
/** Concurrent calls to one node. */
const connectionsMax = 64

/** Ingest addresses of a node; `forwardUrl` (`rtmp://host:port`) is for encoders that other nodes forward. */
export type NodeIngest = IngestAddresses & { forwardUrl: string | null }

/**
 * Register of the nodes (processes that hold live sessions) and calls between them. Each node writes a heartbeat with
 * its addresses to the table ops_node every 5 s; a heartbeat older than 15 s means that the node is gone. A failed
 * heartbeat is retried with the next one. Calls carry an HMAC of time, method, path and body under the installation's
 * key, and the receiver checks all of them.
 */
export type Nodes = {
  id: string
  /** HTTP address of another node; undefined when it is gone. */
  urlOf(nodeId: string): Promise<string | undefined>
  /** RTMP address for forwarded encoders; undefined when the node is gone or has no RTMP listener. */
  forwardUrlOf(nodeId: string): Promise<string | undefined>
  /** Calls another node by POST; returns the JSON response. Undefined when the node is gone or times out. */
  call(nodeId: string, path: string, request: { body: unknown; timeoutMs: number }): Promise<unknown>
  /** Ids of the other nodes with a recent heartbeat; some seconds old at most. */
  others(): Promise<string[]>
  /** Authorization header of a call to another node. */
  authorization(call: NodeCall): string
  /** Reads the hash of the body from the header of a node of this installation; undefined for any other caller. */
  readCall: NodeCallReader
  /** Ingest addresses of the other node with the newest heartbeat; null where no other node has a listener. */
  ingestElsewhere(): Promise<IngestAddresses>
  /** Starts the heartbeats of this node, which is reached at `url`. */
  start(url: string): Promise<void>
  /** Writes a heartbeat at once, after a change of this node's addresses. Call it after `start`. */
  announce(): Promise<void>
  stop(): Promise<void>
}

export type NodesOptions = {
  id: string
  db: Db
  key: Buffer
  /** Ingest addresses of this node. */
  ingest(): NodeIngest
  log: Log
}

/** Opens the register of nodes. */
export function openNodes({ id, db, key, ingest, log }: NodesOptions): Nodes {
  const known = new LRUCache<string, Promise<NodeRow | undefined>>({ max: nodesMax, ttl: freshMs, ttlResolution: 0 })
  // Nodes belong to the operator and may have private addresses.
  const guard = openGuard({ allowPrivate: true, connectionsMax })
  let timer: NodeJS.Timeout | undefined
  let ownUrl = ''
  const authorization = (call: NodeCall) => signNodeCall(key, call, Date.now())
  const others = new LRUCache<'all', Promise<string[]>>({ max: 1, ttl: freshMs, ttlResolution: 0 })
  const find = (nodeId: string): Promise<NodeRow | undefined> => {
    const read = known.get(nodeId)
    if (read !== undefined) return read
    const row = db.rows(findNode, [nodeId]).then(([found]) => found)
    known.set(nodeId, row)
    row.catch(() => known.delete(nodeId))
    return row
  }
  const urlOf = async (nodeId: string) => (await find(nodeId))?.url
  const announce = async () => {
    const { rtmpUrl, rtmpsUrl, forwardUrl } = ingest()
    await db.rows(writeNode, [id, ownUrl, rtmpUrl, rtmpsUrl, forwardUrl])
  }
  return {
    id,
    urlOf,
    forwardUrlOf: async (nodeId) => (await find(nodeId))?.forward_url ?? undefined,
    authorization,
    async call(nodeId, path, { body, timeoutMs }) {
      const url = await urlOf(nodeId)
      if (url === undefined) return undefined
      const text = JSON.stringify(body ?? {})
      const signed = authorization({ method: 'POST', path, body: text })
      const response = await fetchOutbound(guard, new URL(path, url).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: signed },
        body: text,
        timeoutMs,
      }).catch(() => undefined)
      return response?.status === 200 ? JSON.parse(Buffer.from(response.body).toString('utf8')) : undefined
    },
    readCall: ({ headers, method, url }) => readNodeCall(key, headers.authorization, { method, path: url }),
    others() {
      const known = others.get('all')
      if (known !== undefined) return known
      const read = db.rows(findOthers, [id]).then((rows) => rows.map((row) => row.id))
      others.set('all', read)
      read.catch(() => others.delete('all'))
      return read
    },
    async ingestElsewhere() {
      const [row] = await db.rows(findIngest, [id])
      return { rtmpUrl: row?.rtmp_url ?? null, rtmpsUrl: row?.rtmps_url ?? null }
    },
    async start(url) {
      ownUrl = url
      await announce()
      timer = setInterval(() => {
        announce().catch((error: Error) => log.warn('a heartbeat of this node failed', { error: error.message }))
      }, beatMs)
      timer.unref()
    },
    announce,
    async stop() {
      clearInterval(timer)
      await guard.close()
    },
  }
}

/** Whether a node has a recent heartbeat. */
export async function isNodeThere(ctx: Pick<Ctx, 'db'>, nodeId: string): Promise<boolean> {
  return (await ctx.db.rows(findNode, [nodeId])).length > 0
}

/** Nodes that are gone, with the age of their last heartbeat in seconds. */
export async function goneNodes(ctx: Pick<Ctx, 'db'>): Promise<Map<string, number>> {
  const rows = await ctx.db.rows(findGone, [])
  return new Map(rows.map((row) => [row.id, row.unseen_seconds]))
}

/** Deletes nodes that are gone. A node that returns writes its row again. */
export async function deleteNodes(ctx: Pick<Ctx, 'db'>, nodeIds: readonly string[]): Promise<void> {
  await ctx.db.rows(dropNodes, [nodeIds])
}

/** Node id from a file, which keeps it over restarts; created on the first start. */
export async function readNodeId(file: string): Promise<string> {
  const known = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (/^[0-9a-f-]{36}$/.test(known)) return known
  const made = randomUUID()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${made}\n`, { mode: 0o600 })
  return made
}

/** Heartbeats are written and compared by the clock of the database, since the clocks of nodes differ. */
const isSeen = `seen_at > clock_timestamp() - interval '${goneAfterSeconds} seconds'`

const writeNode = statement(
  'ops_node.write',
  'ops',
  `insert into ops_node (id, url, seen_at, rtmp_url, rtmps_url, forward_url)
   values ($1, $2, clock_timestamp(), $3, $4, $5)
   on conflict (id) do update set url = excluded.url, seen_at = excluded.seen_at, rtmp_url = excluded.rtmp_url,
     rtmps_url = excluded.rtmps_url, forward_url = excluded.forward_url`,
)

type NodeRow = RowOf<typeof findNode>

const findNode = statement('ops_node.find', 'ops', `select url, forward_url from ops_node where id = $1 and ${isSeen}`)

const findOthers = statement(
  'ops_node.findOthers',
  'ops',
  `select id from ops_node where id <> $1 and ${isSeen} order by id limit ${nodesMax}`,
)

const findGone = statement(
  'ops_node.findGone',
  'ops',
  `select id, extract(epoch from clock_timestamp() - seen_at)::double precision as unseen_seconds
   from ops_node where not (${isSeen})`,
)

const dropNodes = statement(
  'ops_node.drop',
  'ops',
  `delete from ops_node where id = any($1::uuid[]) and not (${isSeen})`,
)

const findIngest = statement(
  'ops_node.findIngest',
  'ops',
  `select rtmp_url, rtmps_url from ops_node
   where id <> $1 and ${isSeen} and coalesce(rtmp_url, rtmps_url) is not null order by seen_at desc limit 1`,
)
