import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Upload, UploadProgress } from '#kit/nouns/upload.ts'
import { openCall, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { openConnectionSlots, type ConnectionSlots } from '#platform/net/connectionSlots.ts'
import { anyoneAdmission, type Gate } from './caller.ts'
import { readContentRange } from './contentRange.ts'
import { accountIn } from './inputAccount.ts'
import { checkInput } from './inputCheck.ts'
import { refusalOfCoding } from './jsonBody.ts'
import { allowLong } from './longRequests.ts'
import { partyOfAnyone } from './party.ts'

export type UploadParts = {
  kernel: Kernel
  gate: Gate
  /** Called when facts or tasks may wait in the outbox. */
  onWritten(): void
}

/** Limits of concurrent uploads. Each costs some memory and an open file. */
const bounds = { countMax: 200, prefixMax: 20, retryAfterSeconds: 10 }
const durationMaxMs = 6 * 3_600_000
/** Time in which a refused sender may continue to send. A connection closed at once would cut off the response. */
const lingerMs = 5_000

/** The uploads of a process. `senders`: the open requests with the promises of their results. */
type Receiving = { parts: UploadParts; slots: ConnectionSlots; senders: Map<FastifyRequest['raw'], Promise<unknown>> }

/**
 * Mounts uploads on their routes. A body of any type and size is streamed to the handler. An interrupted sender reads
 * the progress with a Content-Range that names no bytes, then sends the rest. Received bytes are kept, so a restart
 * loses nothing; bytes that are sent twice are skipped by their range.
 */
export function mountUploads(server: FastifyInstance, parts: UploadParts, uploads: readonly Upload[]): void {
  const receiving: Receiving = { parts, slots: openConnectionSlots(bounds), senders: new Map() }
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const each of uploads) mountUpload(scope, receiving, each)
  })
  // Received bytes are kept: the sender continues after the restart.
  server.addHook('preClose', async () => {
    const { senders } = receiving
    for (const raw of senders.keys()) raw.destroy()
    await Promise.allSettled(senders.values())
  })
}

function mountUpload(scope: FastifyInstance, receiving: Receiving, upload: Upload): void {
  scope.route({
    method: 'PUT',
    config: { admission: 'own' },
    url: upload.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: [anyoneAdmission(receiving.parts.gate), dropType],
    handler: async (request, reply) => {
      // A connection that carried a long request has no request time-out any longer, so it is not reused.
      reply.header('connection', 'close')
      const leave = receiving.slots.enter(request.ip)
      const received = receive(receiving.parts, upload, request)
      receiving.senders.set(request.raw, received)
      try {
        return sendProgress(reply, await received)
      } finally {
        receiving.senders.delete(request.raw)
        leave()
      }
    },
  })
}

/** Drops the content type, which is not used. Fastify would refuse a malformed one. */
function dropType(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  delete request.raw.headers['content-type']
  done()
}

async function receive(parts: UploadParts, upload: Upload, request: FastifyRequest): Promise<UploadProgress> {
  const { kernel, onWritten } = parts
  const { headers, params, query } = request
  // cast: the query parser and the router make plain objects.
  const input = checkInput(upload, { ...(query as object), ...(params as object) })
  const refusal = refusalOfCoding(headers)
  if (refusal !== undefined) throw refusal
  const range = readContentRange(headers['content-range'], headers['content-length'])
  const account = await accountIn(kernel, upload, input)
  const { ctx, finish } = openCall(kernel, {
    account,
    actor: systemActor(upload.id),
    party: partyOfAnyone(account, request.ip),
    requestId: request.id,
    cause: upload.id,
    emits: upload.emits,
  })
  const progress = await upload.take(ctx, input, { ...range, body: bodyOf(request) })
  await finish()
  onWritten()
  return progress
}

/** The body, bounded in duration. When its reader stops early, the connection is closed after `lingerMs`. */
async function* bodyOf({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  allowLong(raw.socket)
  const end = setTimeout(() => raw.destroy(), durationMaxMs).unref()
  try {
    yield* raw.iterator({ destroyOnReturn: false })
  } finally {
    clearTimeout(end)
    if (!raw.complete) setTimeout(() => raw.destroy(), lingerMs).unref()
  }
}

/** Sends 200 for a whole file, else 308 with the range of received bytes, as Google's and Mux's senders expect. */
function sendProgress(reply: FastifyReply, { isWhole, receivedBytes, data }: UploadProgress): FastifyReply {
  if (!isWhole && receivedBytes > 0) reply.header('range', `bytes=0-${receivedBytes - 1}`)
  reply.code(isWhole ? 200 : 308).header('content-type', 'application/json; charset=utf-8')
  return reply.send(JSON.stringify({ data: { ...data, receivedBytes }, requestId: reply.request.id }))
}
