import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Ctx, Db, Log } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'

/** A node that was not seen for this long is gone. */
const goneAfterMs = 15_000
const beatMs = 5_000
/** How far two nodes' clocks may lie apart for a call between them. */
const skewMs = 60_000

/** The processes that hold live sessions, and calls between them. */
export type Nodes = {
  id: string
  /** Where another node is reached; undefined when it is gone. */
  urlOf(nodeId: string): Promise<string | undefined>
  /** Calls another node: a POST whose answer is JSON. Undefined when it is gone or does not answer in time. */
  call(nodeId: string, path: string, ask: { body: unknown; timeoutMs: number }): Promise<unknown>
  /** The word that a call from a node of this installation carries. */
  authorization(path: string): string
  isFromNode(authorization: string | undefined, path: string): boolean
  /** Tells the others where this node is, from now on. */
  start(url: string): Promise<void>
  stop(): void
}

export type NodesOptions = { id: string; db: Db; key: Buffer; log: Log; now(): Date }

/** Opens the register of nodes. */
export function openNodes({ id, db, key, log, now }: NodesOptions): Nodes {
  let timer: NodeJS.Timeout | undefined
  const sign = (path: string, at: string) => createHmac('sha256', key).update(`${at} ${path}`).digest('base64url')
  const authorization = (path: string) => {
    const at = String(Date.now())
    return `Node ${at}.${sign(path, at)}`
  }
  const urlOf = async (nodeId: string) => {
    const [row] = await db.rows<{ url: string }>(findNode, [nodeId, seenAfter(now())])
    return row?.url
  }
  return {
    id,
    urlOf,
    authorization,
    async call(nodeId, path, { body, timeoutMs }) {
      const url = await urlOf(nodeId)
      if (url === undefined) return undefined
      const response = await fetch(new URL(path, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: authorization(path) },
        body: JSON.stringify(body ?? {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => undefined)
      return response?.ok === true ? response.json() : undefined
    },
    isFromNode(given, path) {
      const match = /^Node (\d{1,16})\.([\w-]{43})$/.exec(given ?? '')
      if (match === null) return false
      const [, at = '', signature = ''] = match
      const isFresh = Math.abs(Date.now() - Number(at)) <= skewMs
      return isFresh && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(path, at)))
    },
    async start(url) {
      const beat = () => db.rows(writeNode, [id, url, now().toISOString()])
      await beat()
      timer = setInterval(() => {
        beat().catch((error: Error) => log.warn('this node could not be seen', { error: error.message }))
      }, beatMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** Whether a node was seen lately. */
export async function isNodeThere(ctx: Ctx, nodeId: string): Promise<boolean> {
  return (await ctx.db.rows(findNode, [nodeId, seenAfter(ctx.now())])).length > 0
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

function seenAfter(now: Date): string {
  return new Date(now.getTime() - goneAfterMs).toISOString()
}

const writeNode = statement(
  'ops_node.write',
  'ops',
  `insert into ops_node (id, url, seen_at) values ($1, $2, $3)
   on conflict (id) do update set url = excluded.url, seen_at = excluded.seen_at`,
)

const findNode = statement('ops_node.find', 'ops', 'select url from ops_node where id = $1 and seen_at > $2')
