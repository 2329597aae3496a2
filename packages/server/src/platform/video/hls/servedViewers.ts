import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { port } from '#kit/call/port.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { openExpiring } from '#platform/cache/expiring.ts'
import { nodeRoute } from '#platform/video/live/nodeSignature.ts'
import type { Nodes } from '#platform/video/live/nodes.ts'

/** Viewers that got media from a node of this installation, by the ids of their view tokens. */
export type ServedViewers = {
  /** Records that this node served media to a viewer; counts for `forMs`. */
  add(viewer: string, forMs: number): void
  /** Whether this node, or another one, served media to a viewer. Calls the others only where this one did not. */
  has(viewer: string): Promise<boolean>
  /** Records on every node that a viewer reports its playback by itself. Whether any node served media to it. */
  claim(viewer: string): Promise<boolean>
  /** Viewers of a list that got media from this node. Records that all of them report their playback by themselves. */
  servedHere(viewers: readonly string[]): string[]
  /** Whether a viewer reports its playback by itself, to this node or another one. */
  isClaimed(viewer: string): boolean
}

/** Viewers who got media, of all nodes. */
export const servedViewersPort = port<ServedViewers>('servedViewers', { has: 'leaves', claim: 'leaves' })

/** Some 20 MB when full. */
const servedMax = 200_000
const claimedBounds = { forMs: 60_000, countMax: 100_000 }
/** Lifetimes of what other nodes responded. */
const foundForMs = 30_000
const absentForMs = 2_000
const answersMax = 100_000
/** Viewers in one call, and viewers that wait for one. */
const batchMax = 1_000
const waitingMax = 20_000
const callTimeoutMs = 2_000

const path = '/internal/viewers/served'

type Parts = { nodes: Pick<Nodes, 'others' | 'call'>; nowMs(): number }

/** Opens the register of one node. Calls to other nodes are batched: one at a time, for all viewers that wait. */
export function openServedViewers({ nodes, nowMs }: Parts): ServedViewers {
  const served = new LRUCache<string, number>(atMost(servedMax))
  const claimed = openExpiring<true>(claimedBounds)
  const answers = new LRUCache<string, { isServed: boolean; untilMs: number }>(atMost(answersMax))
  const waiting = new Map<string, PromiseWithResolvers<boolean>>()
  const isFull = () => waiting.size >= waitingMax
  let calling: Promise<void> | undefined

  const isServedHere = (viewer: string) => (served.get(viewer) ?? 0) > nowMs()

  function ask(viewer: string): boolean | Promise<boolean> {
    const known = answers.get(viewer)
    if (known !== undefined && known.untilMs > nowMs()) return known.isServed
    const pending = waiting.get(viewer)
    if (pending !== undefined) return pending.promise
    if (isFull()) return false
    const asked = Promise.withResolvers<boolean>()
    waiting.set(viewer, asked)
    calling ??= callAll().finally(() => (calling = undefined))
    return asked.promise
  }

  async function callAll(): Promise<void> {
    while (waiting.size > 0) {
      const others = await nodes.others().catch(() => [])
      const batch = [...waiting.keys()].slice(0, batchMax)
      const found = new Set<string>()
      await Promise.all(others.map(async (id) => (await askNode(id, batch)).forEach((viewer) => found.add(viewer))))
      for (const viewer of batch) settle(viewer, found.has(viewer))
    }
  }

  async function askNode(nodeId: string, batch: readonly string[]): Promise<string[]> {
    const request = { body: { viewers: batch.join(' ') }, timeoutMs: callTimeoutMs }
    const response = await nodes.call(nodeId, path, request).catch(() => undefined)
    return wordsOf(Object(response).viewers)
  }

  function settle(viewer: string, isServed: boolean): void {
    answers.set(viewer, { isServed, untilMs: nowMs() + (isServed ? foundForMs : absentForMs) })
    waiting.get(viewer)?.resolve(isServed)
    waiting.delete(viewer)
  }

  return {
    add: (viewer, forMs) => void served.set(viewer, nowMs() + forMs),
    has: async (viewer) => isServedHere(viewer) || ask(viewer),
    async claim(viewer) {
      claimed.set(viewer, true, nowMs())
      const isServedElsewhere = await ask(viewer)
      return isServedHere(viewer) || isServedElsewhere
    },
    servedHere(viewers) {
      for (const viewer of viewers) claimed.set(viewer, true, nowMs())
      return viewers.filter(isServedHere)
    },
    isClaimed: (viewer) => claimed.get(viewer, nowMs()) === true,
  }
}

/** Serves calls of other nodes, which hold a list of viewers: responds with those that got media from this node. */
export function registerServedViewers(server: FastifyInstance, nodes: Nodes, viewers: ServedViewers): void {
  server.route({
    ...nodeRoute(nodes.readCall),
    method: 'POST',
    url: path,
    handler: async ({ body }) => ({ viewers: viewers.servedHere(wordsOf(Object(body).viewers)).join(' ') }),
  })
}

function wordsOf(text: unknown): string[] {
  return typeof text === 'string' && text !== '' ? text.split(' ') : []
}
