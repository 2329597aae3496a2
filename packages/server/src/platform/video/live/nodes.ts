import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Ctx, Db, Log, RowOf } from '#kit/call/context.ts'
import type { IngestAddresses } from './liveVideoPort.ts'
import { statement } from '#kit/call/statement.ts'
import { openGuard } from '#platform/net/guard.ts'
import { fetchOutbound } from '#platform/net/outbound.ts'

/** A node that was not seen for this long, by the clock of the database, is gone. */
export const goneAfterSeconds = 15
const beatMs = 5_000
/** How far two nodes' clocks may lie apart for a call between them. */
const skewMs = 60_000
/** How long it is taken for true where a node is. */
const freshMs = 2_000
/** Nodes whose place is in memory. */
const nodesMax = 1_000
/** Calls to one node at once. */
const connectionsMax = 64

/** Where a node takes encoders: those of its users, and those that other nodes hand on, as `rtmp://host:port`. */
export type NodeIngest = IngestAddresses & { forwardUrl: string | null }

/** The processes that hold live sessions, and calls between them. */
export type Nodes = {
  id: string
  /** Where another node is reached; undefined when it is gone. */
  urlOf(nodeId: string): Promise<string | undefined>
  /** Where it takes encoders that others hand on; undefined when it is gone, or takes none by plain RTMP. */
  forwardUrlOf(nodeId: string): Promise<string | undefined>
  /** Calls another node: a POST whose answer is JSON. Undefined when it is gone or does not answer in time. */
  call(nodeId: string, path: string, ask: { body: unknown; timeoutMs: number }): Promise<unknown>
  /** The word that a call from a node of this installation carries. */
  authorization(path: string): string
  isFromNode(authorization: string | undefined, path: string): boolean
  /** Where other nodes take encoders, as the one that was seen last tells it; null where none does. */
  ingestElsewhere(): Promise<IngestAddresses>
  /** Tells the others where this node is, from now on. */
  start(url: string): Promise<void>
  /** Tells them at once, where something about it has changed. Call it after `start`. */
  tell(): Promise<void>
  stop(): Promise<void>
}

export type NodesOptions = {
  id: string
  db: Db
  key: Buffer
  /** Where this node takes encoders, as it is told to the others. */
  ingest(): NodeIngest
  log: Log
}

/** Opens the register of nodes. */
export function openNodes({ id, db, key, ingest, log }: NodesOptions): Nodes {
  const known = new LRUCache<string, Promise<NodeRow | undefined>>({ max: nodesMax, ttl: freshMs, ttlResolution: 0 })
  // The addresses of nodes are the operator's own: they may lie in a private network.
  const guard = openGuard({ allowPrivate: true, connectionsMax })
  let timer: NodeJS.Timeout | undefined
  let ownUrl = ''
  const sign = (path: string, at: string) => createHmac('sha256', key).update(`${at} ${path}`).digest('base64url')
  const authorization = (path: string) => {
    const at = String(Date.now())
    return `Node ${at}.${sign(path, at)}`
  }
  const find = (nodeId: string): Promise<NodeRow | undefined> => {
    const read = known.get(nodeId)
    if (read !== undefined) return read
    const row = db.rows(findNode, [nodeId]).then(([found]) => found)
    known.set(nodeId, row)
    row.catch(() => known.delete(nodeId))
    return row
  }
  const urlOf = async (nodeId: string) => (await find(nodeId))?.url
  const tell = async () => {
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
      const answer = await fetchOutbound(guard, new URL(path, url).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: authorization(path) },
        body: JSON.stringify(body ?? {}),
        timeoutMs,
      }).catch(() => undefined)
      return answer?.status === 200 ? JSON.parse(Buffer.from(answer.body).toString('utf8')) : undefined
    },
    isFromNode(given, path) {
      const match = /^Node (\d{1,16})\.([\w-]{43})$/.exec(given ?? '')
      if (match === null) return false
      const [, at = '', signature = ''] = match
      const isFresh = Math.abs(Date.now() - Number(at)) <= skewMs
      return isFresh && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(path, at)))
    },
    async ingestElsewhere() {
      const [row] = await db.rows(findIngest, [id])
      return { rtmpUrl: row?.rtmp_url ?? null, rtmpsUrl: row?.rtmps_url ?? null }
    },
    async start(url) {
      ownUrl = url
      await tell()
      timer = setInterval(() => {
        tell().catch((error: Error) => log.warn('this node could not be seen', { error: error.message }))
      }, beatMs)
      timer.unref()
    },
    tell,
    async stop() {
      clearInterval(timer)
      await guard.close()
    },
  }
}

/** Whether a node was seen lately. */
export async function isNodeThere(ctx: Pick<Ctx, 'db'>, nodeId: string): Promise<boolean> {
  return (await ctx.db.rows(findNode, [nodeId])).length > 0
}

/** Nodes that are gone, and for how many seconds they were not seen. */
export async function goneNodes(ctx: Pick<Ctx, 'db'>): Promise<Map<string, number>> {
  const rows = await ctx.db.rows(findGone, [])
  return new Map(rows.map((row) => [row.id, row.unseen_seconds]))
}

/** Forgets nodes that nobody waits for any more. One that comes back tells of itself anew. */
export async function forgetNodes(ctx: Pick<Ctx, 'db'>, nodeIds: readonly string[]): Promise<void> {
  await ctx.db.rows(dropNodes, [nodeIds])
}

/** Who this node is, over restarts: an id that is kept in a file. */
export async function readNodeId(file: string): Promise<string> {
  const known = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (/^[0-9a-f-]{36}$/.test(known)) return known
  const made = randomUUID()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${made}\n`, { mode: 0o600 })
  return made
}

/** Read and written by one clock, that of the database: those of the nodes may lie apart. */
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
