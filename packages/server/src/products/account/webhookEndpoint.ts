import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import {
  calledUrl,
  dateTime,
  defaulted,
  line,
  matching,
  oneOf,
  optional,
  required,
  idOf,
  whole,
  words,
} from '#kit/values/fields.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { outputSchemaOf, present, resource, type Stored } from '#kit/nouns/resource.ts'
import { closed, createInput, get, list, remove, splitCreate, splitUpdate, updateInput } from '#kit/nouns/standard.ts'
import { cataloguePort } from '#kit/call/catalogue.ts'
import { factPattern, fitsPattern } from '#platform/facts/pattern.ts'
import { sealSecret } from '#platform/webhooks/sealedSecret.ts'
import { newWebhookKeyPair, newWebhookSecret } from '#platform/webhooks/sign.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import {
  webhookEndpointCreated,
  webhookEndpointDeleted,
  webhookEndpointDisabled,
  webhookEndpointEnabled,
  webhookEndpointTested,
  webhookEndpointUpdated,
} from './facts.ts'

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isReadOnly: true, isHidden: true } }
const endpointsMax = 50

/** An endpoint that receives the account's facts, signed. */
export const webhookEndpoint = resource({
  id: 'account.webhookEndpoint',
  title: 'Webhook endpoint',
  description: 'Addresses that facts are sent to',
  table: 'account_webhook_endpoint',
  idKey: 'webhookEndpointId',
  prefix: 'whe',
  states: { enabled: ['disabled'], disabled: ['enabled'] },
  initial: 'enabled',
  actions: {
    enable: { from: ['disabled'], to: 'enabled', description: 'Sends facts published from now on.' },
    disable: { from: ['enabled'], to: 'disabled', description: 'Sends nothing more; pending deliveries are dropped.' },
  },
  countMax: endpointsMax,
  fields: {
    url: required(calledUrl('web', { description: 'Address that facts are posted to, not of a private network.' })),
    facts: defaulted(
      words(50, matching(factPattern, 120, { message: 'must be a fact such as places.place.created or places.*' }), {
        description: 'Names of facts, `*` for any part: `places.*`, `*.*.deleted`. All when left out.',
      }),
      ['*'],
    ),
    description: optional(line(200, { description: 'Purpose, in your words.' })),
    signature: defaulted(
      oneOf(['hmac', 'ed25519'], { description: 'hmac: a shared secret. ed25519: you get a public key.' }),
      'hmac',
      { access: { isFixed: true } },
    ),
    publicKey: optional(line(100, { description: 'Verifies ed25519 signatures, `whpk_…`.' }), readOnly),
    previousSecretUntil: optional(
      dateTime({ description: 'End of the overlap after a rotation: until then the previous secret signs as well.' }),
      readOnly,
    ),
    disabledReason: optional(
      oneOf(['gone', 'request'], {
        description: 'gone: the receiver responded with 410. request: a request disabled it.',
      }),
      readOnly,
    ),
    sealedSecret: defaulted(line(2_000), '', hidden),
    sealedPreviousSecret: optional(line(2_000), hidden),
  },
  facts: {
    created: webhookEndpointCreated,
    updated: webhookEndpointUpdated,
    deleted: webhookEndpointDeleted,
    moved: { disabled: webhookEndpointDisabled, enabled: webhookEndpointEnabled },
  },
  card: ({ url }) => ({ title: url }),
  check(record) {
    if (record.facts.length === 0) throw invalid(field('facts', 'minItems', 'needs at least one name; `*` is all'))
  },
})

const secret = Type.String({
  description:
    'The shared secret of `hmac` endpoints, in this response alone. Endpoints of `ed25519` have a `publicKey`.',
})
const overlapSecondsDefault = 86_400
const overlapSecondsMax = 7 * 86_400

export const operations = [
  list(webhookEndpoint, 'GET /api/account/webhookEndpoint/all', 'Webhook endpoints - Get All', {
    sorts: ['-createdAt', 'createdAt'],
  }),
  operation('account.webhookEndpoint.create', {
    route: 'POST /api/account/webhookEndpoint/create',
    title: 'Webhook endpoints - Create',
    description: 'Sends facts published from now on to an address. This response alone holds the shared secret.',
    scope: 'account.webhookEndpoint:write',
    input: createInput(webhookEndpoint),
    output: outputSchemaOf(webhookEndpoint, {
      created: Type.Boolean({ description: 'False when it was there already.' }),
      secret: Type.Optional(secret),
    }),
    emits: [webhookEndpointCreated],
    example: { url: 'https://example.com/hooks/fair', facts: ['account.*'] },
    handle: once(async (ctx, input) => {
      const [draft, options] = splitCreate<typeof webhookEndpoint>(input)
      checkFacts(ctx, draft.facts)
      const pair = newSecret(draft.signature ?? 'hmac')
      const set = {
        sealedSecret: sealSecret(ctx.port(sealingPort), ctx.account.id, pair.secret),
        publicKey: pair.publicKey,
      }
      const made = await ctx.store.create(webhookEndpoint, draft, { ...options, set })
      return {
        ...(await endpointOf(ctx, made.record)),
        created: made.created,
        ...(made.created ? pair.response : {}),
      }
    }),
  }),
  get(webhookEndpoint, 'GET /api/account/webhookEndpoint/get', 'Webhook endpoints - Get', {
    example: { webhookEndpointId: madeFirst('account.webhookEndpoint') },
  }),
  operation('account.webhookEndpoint.update', {
    route: 'PUT /api/account/webhookEndpoint/update',
    title: 'Webhook endpoints - Update',
    description: 'Changes the address or the filter of an endpoint; `action` enables or disables it.',
    scope: 'account.webhookEndpoint:write',
    input: updateInput(webhookEndpoint),
    output: outputSchemaOf(webhookEndpoint),
    emits: [webhookEndpointUpdated, webhookEndpointEnabled, webhookEndpointDisabled],
    example: { webhookEndpointId: madeFirst('account.webhookEndpoint'), description: 'The warehouse' },
    handle: once(async (ctx, input) => {
      const { id, patch, options } = splitUpdate(webhookEndpoint, input)
      checkFacts(ctx, patch.facts)
      const why = { disable: 'request', enable: null } as const
      const action = options.action === 'disable' || options.action === 'enable' ? options.action : undefined
      const changes = action === undefined ? patch : { ...patch, disabledReason: why[action] }
      return endpointOf(ctx, await ctx.store.update(webhookEndpoint, id, { patch: changes, ...options }))
    }),
  }),
  remove(webhookEndpoint, 'POST /api/account/webhookEndpoint/delete', 'Webhook endpoints - Delete', {
    example: { webhookEndpointId: madeFirst('account.webhookEndpoint') },
  }),
  operation('account.webhookEndpoint.rotateSecret', {
    route: 'POST /api/account/webhookEndpoint/rotateSecret',
    title: 'Webhook endpoints - Rotate Secret',
    description: 'Makes a new secret or key pair. For the overlap both sign, so no message is lost.',
    scope: 'account.webhookEndpoint:write',
    input: closed({
      webhookEndpointId: idOf('whe'),
      overlapSeconds: Type.Optional(
        whole(0, overlapSecondsMax, {
          description: 'Seconds for which the old secret signs as well; 86,400 when left out.',
        }),
      ),
    }),
    output: outputSchemaOf(webhookEndpoint, { secret: Type.Optional(secret) }),
    emits: [webhookEndpointUpdated],
    example: { webhookEndpointId: madeFirst('account.webhookEndpoint') },
    handle: once((ctx, input) =>
      ctx.atomic((inner) => rotate(inner, input.webhookEndpointId, input.overlapSeconds ?? overlapSecondsDefault)),
    ),
  }),
  operation('account.webhookEndpoint.test', {
    route: 'POST /api/account/webhookEndpoint/test',
    title: 'Webhook endpoints - Test',
    description: 'Emits a fact that goes to this endpoint alone. Follow it with the deliveries of its `factId`.',
    scope: 'account.webhookEndpoint:write',
    input: closed({ webhookEndpointId: idOf('whe') }),
    output: outputSchemaOf(webhookEndpoint, { factId: idOf('fct', { description: 'The fact that was emitted.' }) }),
    emits: [webhookEndpointTested],
    reasons: [reasons.invalidTransition],
    example: { webhookEndpointId: madeFirst('account.webhookEndpoint') },
    handle: once((ctx, input) => ctx.atomic((inner) => emitTest(inner, input.webhookEndpointId))),
  }),
].map(companion)

async function rotate(ctx: Ctx, id: string, overlapSeconds: number) {
  const before = await ctx.store.get(webhookEndpoint, id)
  const pair = newSecret(before.signature)
  const until = new Date(ctx.now().getTime() + overlapSeconds * 1_000).toISOString()
  const patch = {
    sealedSecret: sealSecret(ctx.port(sealingPort), ctx.account.id, pair.secret),
    sealedPreviousSecret: overlapSeconds === 0 ? null : before.sealedSecret,
    previousSecretUntil: overlapSeconds === 0 ? null : until,
    publicKey: pair.publicKey,
  }
  const record = await ctx.store.update(webhookEndpoint, id, { patch })
  return { ...(await endpointOf(ctx, record)), ...pair.response }
}

/** Throws for a filter without a matching public fact: a typing mistake would show only by missing deliveries. */
function checkFacts(ctx: Ctx, filters: readonly string[] = []): void {
  const known = ctx.port(cataloguePort).facts
  const wrong = filters.flatMap((filter, index) =>
    known.some((name) => fitsPattern(name, filter)) ? [] : [field(`/facts/${index}`, 'known', 'fits no public fact')],
  )
  if (wrong.length > 0) throw invalid(...wrong)
}

async function emitTest(ctx: Ctx, id: string) {
  const record = await ctx.store.get(webhookEndpoint, id)
  if (record.status !== 'enabled') {
    const details = { status: record.status, allowedActions: ['enable'] }
    throw problem(reasons.invalidTransition, { message: 'The endpoint is disabled: enable it first.', details })
  }
  const factId = ctx.emit(webhookEndpointTested, { webhookEndpointId: id, message: 'It works.' }, record)
  await ctx.audit({ action: 'account.webhookEndpoint.tested', target: id })
  return { ...(await endpointOf(ctx, record)), factId }
}

async function endpointOf(
  ctx: Ctx,
  record: Stored<typeof webhookEndpoint>,
): Promise<Record<string, unknown> & { id: string; status: string }> {
  const [found] = await present({ ctx, audience: 'owner' }, webhookEndpoint, [record])
  return { ...found, id: record.id, status: record.status }
}

type SigningSecret = {
  /** Secret that signs deliveries: a shared one, or a private key that never leaves the server. */
  secret: string
  publicKey: string | null
  /** Fields of the one response that holds the secret. */
  response: { secret?: string }
}

function newSecret(signature: string): SigningSecret {
  if (signature === 'ed25519') {
    const { secretKey, publicKey } = newWebhookKeyPair()
    return { secret: secretKey, publicKey, response: {} }
  }
  const shared = newWebhookSecret()
  return { secret: shared, publicKey: null, response: { secret: shared } }
}
