import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Hook, HookCall } from '#kit/nouns/hook.ts'
import { openCall, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { anyoneAdmission, type Gate } from './caller.ts'
import { errorOf } from './errorBody.ts'
import { countBody, type MemoryShares } from './memoryShares.ts'
import { accountIn } from './inputAccount.ts'
import { checkInput } from './inputCheck.ts'
import { refusalOfCoding } from './jsonBody.ts'
import { checkJsonCost, openBrace, openBracket } from './jsonCost.ts'
import { partyOfAnyone } from './party.ts'

export type HookParts = {
  kernel: Kernel
  gate: Gate
  memory: MemoryShares
  /** Called when facts or tasks may wait in the outbox. */
  onWritten(): void
}

/** Mounts hooks. A body of any type passes byte for byte; a compressed one is refused. */
export function mountHooks(server: FastifyInstance, parts: HookParts, hooks: readonly Hook[]): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      // cast: with `parseAs: 'buffer'` the body is a Buffer.
      const bytes = body as Buffer
      const isJson = bytes[0] === openBrace || bytes[0] === openBracket
      const refusal = refusalOfCoding(request.headers)
      const tooCostly = () => errorOf(() => isJson && checkJsonCost(bytes, request.routeOptions.bodyLimit))
      done(refusal ?? tooCostly() ?? null, bytes)
    })
    for (const each of hooks) mountHook(scope, parts, each)
  })
}

function mountHook(scope: FastifyInstance, parts: HookParts, hook: Hook): void {
  scope.route({
    method: 'POST',
    bodyLimit: hook.bodyBytesMax,
    config: { admission: 'own' },
    url: hook.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: [
      anyoneAdmission(parts.gate),
      (request, reply, done) => done(errorOf(() => countBody(parts.memory, request, reply))),
    ],
    handler: async (request, reply) => {
      await runHook(parts, hook, request)
      return reply.send({ data: {}, requestId: request.id })
    },
  })
}

async function runHook({ kernel, onWritten }: HookParts, hook: Hook, request: FastifyRequest): Promise<void> {
  // cast: the query parser and the router make plain objects.
  const input = checkInput(hook, { ...(request.query as object), ...(request.params as object) })
  const account = await accountIn(kernel, hook, input)
  const { ctx, finish } = openCall(kernel, {
    account,
    actor: systemActor(hook.id),
    party: partyOfAnyone(account, request.ip),
    requestId: request.id,
    cause: hook.id,
    emits: hook.emits,
  })
  await hook.handle(ctx, input, callOf(request))
  await finish()
  onWritten()
}

function callOf({ headers, body }: FastifyRequest): HookCall {
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])
  return { headers: Object.fromEntries(texts), body: Buffer.isBuffer(body) ? body : new Uint8Array() }
}
