import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import type { MayWatch } from '#platform/video/live/liveEngine.ts'
import { playbackIdOf } from './mediaMtxPaths.ts'
import { basicWord, type MediaMtxPlaces } from './mediaMtxAddresses.ts'

/** Somebody who asks MediaMTX for something, as it tells: the body of its `authHTTPAddress`. */
export type AuthAsked = {
  user: string
  password: string
  token: string
  ip: string
  action: string
  path: string
  protocol: string
  /** Of the connection; null where it has none. */
  id: string | null
}

export type CallbackParts = {
  places: MediaMtxPlaces
  /** Judges a publisher. Answers a refusal, in words. */
  admit(asked: AuthAsked): Promise<string | undefined>
  mayWatch: MayWatch
  /** Something has changed on MediaMTX. */
  changed(): Promise<void>
}

/** Takes the questions and the hooks of MediaMTX, and nobody else's: all carry the secret (RFC 7617). */
export function registerCallbacks(server: FastifyInstance, parts: CallbackParts): void {
  const word = digest(basicWord(parts.places))
  const internal = {
    config: { admission: 'media' },
    // Before the body is read: a stranger's is not.
    onRequest: async ({ headers }: FastifyRequest) => {
      if (!timingSafeEqual(digest(headers.authorization ?? ''), word)) throw problem(reasons.routeNotFound)
    },
  } as const
  server.post('/internal/mediamtx/auth', internal, async (request, reply) => {
    const refusal = await judge(parts, readAsked(request.body))
    // Whoever has shown nothing yet is asked for it by a 401 (MediaMTX, Authentication).
    return refusal === undefined ? reply.send({}) : reply.code(401).send({ error: refusal })
  })
  server.post('/internal/mediamtx/hook', internal, async (_request, reply) => {
    await parts.changed()
    return reply.send({})
  })
}

async function judge({ places, admit, mayWatch }: CallbackParts, asked: AuthAsked): Promise<string | undefined> {
  // What this server asks of MediaMTX comes back here as a question of MediaMTX.
  if (timingSafeEqual(digest(asked.password), digest(places.secret))) return undefined
  const playbackId = playbackIdOf(asked.path)
  if (playbackId === undefined) return 'There is no such path.'
  if (asked.action === 'publish') return admit(asked)
  if (asked.action !== 'read') return 'This is for the operator.'
  const token = asked.token === '' ? undefined : asked.token
  return (await mayWatch(playbackId, token)) ? undefined : 'The video is not open without a grant.'
}

function readAsked(body: unknown): AuthAsked {
  const fields = new Map<string, unknown>(Object.entries(Object(body)))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  const [user, password, token, ip] = [text('user'), text('password'), text('token'), text('ip')]
  const [action, path, protocol, id] = [text('action'), text('path'), text('protocol'), text('id')]
  return { user, password, token, ip, action, path, protocol, id: id === '' ? null : id }
}

/** Words of any length, made comparable in constant time. */
function digest(word: string): Buffer {
  return createHash('sha256').update(word).digest()
}
