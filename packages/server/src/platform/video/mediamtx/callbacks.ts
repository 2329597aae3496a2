import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import type { MayWatch } from '#platform/video/live/liveEngine.ts'
import { playbackIdOf } from './mediaMtxPaths.ts'
import { basicAuthorization, type MediaMtxAddresses } from './mediaMtxAddresses.ts'

/** Authentication request of MediaMTX: the body sent to its `authHTTPAddress`. */
export type AuthRequest = {
  user: string
  password: string
  token: string
  ip: string
  action: string
  path: string
  protocol: string
  /** Connection id; null when there is none. */
  id: string | null
}

export type CallbackParts = {
  addresses: MediaMtxAddresses
  /** Admits a publisher: undefined, or the sentence of a refusal. */
  admit(request: AuthRequest): Promise<string | undefined>
  mayWatch: MayWatch
  /** Called by the hooks of MediaMTX when a path has changed. */
  changed(): Promise<void>
}

/** Registers the authentication and hook addresses of MediaMTX. All requests carry the secret (RFC 7617). */
export function registerCallbacks(server: FastifyInstance, parts: CallbackParts): void {
  const expected = digest(basicAuthorization(parts.addresses))
  const internal = {
    config: { admission: 'media' },
    // The secret is checked before the body is read.
    onRequest: async ({ headers }: FastifyRequest) => {
      if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw problem(reasons.routeNotFound)
    },
  } as const
  server.post('/internal/mediamtx/auth', internal, async (request, reply) => {
    const refusal = await refusalOf(parts, readAuthRequest(request.body))
    // A 401 makes MediaMTX challenge a client without credentials (MediaMTX, Authentication).
    return refusal === undefined ? reply.send({}) : reply.code(401).send({ error: refusal })
  })
  server.post('/internal/mediamtx/hook', internal, async (_request, reply) => {
    await parts.changed()
    return reply.send({})
  })
}

/** Sentence of a refusal; undefined where the request is allowed. */
async function refusalOf(
  { addresses, admit, mayWatch }: CallbackParts,
  request: AuthRequest,
): Promise<string | undefined> {
  // Requests of this server to MediaMTX cause authentication requests here.
  if (timingSafeEqual(digest(request.password), digest(addresses.secret))) return undefined
  const playbackId = playbackIdOf(request.path)
  if (playbackId === undefined) return 'There is no such path.'
  if (request.action === 'publish') return admit(request)
  if (request.action !== 'read') return 'Only the operator may do this.'
  const token = request.token === '' ? undefined : request.token
  return (await mayWatch(playbackId, token)) ? undefined : 'The video needs a valid token.'
}

function readAuthRequest(body: unknown): AuthRequest {
  const fields = new Map<string, unknown>(Object.entries(Object(body)))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  const [user, password, token, ip] = [text('user'), text('password'), text('token'), text('ip')]
  const [action, path, protocol, id] = [text('action'), text('path'), text('protocol'), text('id')]
  return { user, password, token, ip, action, path, protocol, id: id === '' ? null : id }
}

/** Digest of fixed length, for comparison in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
