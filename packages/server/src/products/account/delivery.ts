import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx, Paging } from '#kit/call/context.ts'
import { dateTime, idOf, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { messageOf } from '#platform/webhooks/webhookMessage.ts'
import { findFactRow } from './factLog.ts'
import { deliveriesPort, type Delivery } from '#platform/webhooks/deliveriesPort.ts'

const statuses = ['pending', 'failed', 'delivered', 'exhausted'] as const

const fields = {
  id: idOf('dlv'),
  deliveryId: idOf('dlv', { description: 'The same as `id`.' }),
  status: oneOf(statuses, {
    description: 'pending: not sent yet, or resent by hand. failed: to be retried. exhausted: given up.',
  }),
  webhookEndpointId: idOf('whe', { description: 'The endpoint that the fact is sent to.' }),
  factId: idOf('fct', { description: 'The fact that is sent.' }),
  factName: Type.String({ description: 'Name of the fact, `<product>.<noun>.<pastTense>`.' }),
  subject: Type.String({ description: 'Id of the subject of the fact.' }),
  subjectVersion: Type.Integer({ description: 'Version of the subject at the fact.' }),
  attemptCount: Type.Integer({ description: 'Attempts made so far.' }),
  nextAttemptAt: nullable(dateTime({ description: 'Time of the next attempt; null without one.' })),
  lastStatus: nullable(Type.Integer({ description: 'HTTP status of the last response; null without a response.' })),
  lastError: nullable(Type.String({ description: 'Cause of the last failure.' })),
  lastDurationMs: nullable(
    Type.Integer({ description: 'Duration of the last attempt, in milliseconds; null before it.' }),
  ),
  responseExcerpt: nullable(Type.String({ description: 'The first kilobyte of the last response.' })),
  createdAt: dateTime({ description: 'Time at which the delivery was queued.' }),
  updatedAt: dateTime({ description: 'Last change of the delivery.' }),
}
const attempt = closed({
  number: Type.Integer({ description: 'Number of the attempt, counted from 1.' }),
  at: dateTime({ description: 'Start of the attempt.' }),
  status: nullable(Type.Integer({ description: 'HTTP status of the response; null without a response.' })),
  error: nullable(Type.String({ description: 'Cause of the failure; null after a success.' })),
  durationMs: Type.Integer({ description: 'Duration of the attempt, in milliseconds.' }),
})
const shape = closed({
  ...fields,
  attempts: Type.Optional(Type.Array(attempt, { description: 'Newest first, at most 20.' })),
  requestBody: Type.Optional(
    nullable(Type.String({ description: 'The body that every attempt sends; null when the fact is no longer kept.' })),
  ),
})

export const operations = [
  operation('account.delivery.all', {
    route: 'GET /api/account/delivery/all',
    title: 'Deliveries - Get All',
    description: 'Deliveries of facts to webhook endpoints, of the last 30 days.',
    scope: 'account.delivery:read',
    input: closed({
      ...pagingInput(['createdAt']),
      status: Type.Optional(oneOf(statuses, { description: 'Only in this state.' })),
      webhookEndpointId: Type.Optional(idOf('whe', { description: 'Only to this endpoint.' })),
      factId: Type.Optional(idOf('fct', { description: 'Only of this fact.' })),
    }),
    output: listPageOf(shape),
    example: { status: 'exhausted' },
    handle: readDeliveries,
  }),
  operation('account.delivery.get', {
    route: 'GET /api/account/delivery/get',
    title: 'Deliveries - Get',
    description: 'One delivery with its attempts and the body of its requests.',
    scope: 'account.delivery:read',
    input: closed({ deliveryId: idOf('dlv') }),
    output: shape,
    example: { deliveryId: madeFirst('account.delivery') },
    handle: (ctx, { deliveryId }) => readOne(ctx, deliveryId),
  }),
  operation('account.delivery.resend', {
    route: 'POST /api/account/delivery/resend',
    title: 'Deliveries - Resend',
    description: 'Sends a delivery again at once, whatever its status, with all retries before it.',
    scope: 'account.delivery:write',
    input: closed({ deliveryId: idOf('dlv') }),
    output: shape,
    example: { deliveryId: madeFirst('account.delivery') },
    async handle(ctx, { deliveryId }) {
      const before = await readOne(ctx, deliveryId)
      await ctx.once((inner) => inner.atomic((within) => queueResend(within, before)))
      return readOne(ctx, deliveryId)
    },
  }),
].map(companion)

async function queueResend(ctx: Ctx, before: Static<typeof shape>): Promise<Static<typeof shape>> {
  const at = ctx.now()
  await ctx.audit({ action: 'account.delivery.resent', target: before.id })
  ctx.effect(resendDelivery, { deliveryUuid: uuidOf(ctx, before.id) })
  return { ...before, status: 'pending', nextAttemptAt: at.toISOString() }
}

/** The task of a resend: deliveries are in the ops database, which may be another one. */
const resendDelivery = outboundTask(
  'account.delivery.resend',
  'Sends a delivery again at once.',
  Type.Object({ deliveryUuid: Type.String() }),
  async (ctx, { deliveryUuid }) => void (await ctx.port(deliveriesPort).resend(ctx.account.id, deliveryUuid)),
)

export const tasks = [resendDelivery]

type DeliveryInput = Paging & {
  sort?: string
  status?: string
  webhookEndpointId?: string
  factId?: string
}

async function readDeliveries(ctx: Ctx, input: DeliveryInput) {
  const { sort, webhookEndpointId, factId, ...sent } = input
  const query = {
    ...sent,
    status: input.status,
    isFalling: sort !== 'createdAt',
    endpointUuid: filterUuid(ctx, 'whe', webhookEndpointId),
    factUuid: filterUuid(ctx, 'fct', factId),
  }
  const page = await ctx.port(deliveriesPort).list(ctx.account.id, query, ctx.cursors)
  return { ...page, items: page.items.map(withId) }
}

async function readOne(ctx: Ctx, deliveryId: string): Promise<Static<typeof shape>> {
  const found = await ctx.port(deliveriesPort).find(ctx.account.id, uuidOf(ctx, deliveryId))
  if (found === undefined) throw problem(reasons.notFound)
  return { ...withId(found.delivery), attempts: found.attempts, requestBody: await bodyOf(ctx, found.delivery.factId) }
}

async function bodyOf(ctx: Ctx, factId: string): Promise<string | null> {
  const fact = await findFactRow(ctx, factId)
  if (fact === undefined) return null
  return messageOf(ctx.account.id, { ...fact, fact_id: fact.id, fact_name: fact.name }, fact.payload).body
}

function withId(delivery: Delivery) {
  return { ...delivery, deliveryId: delivery.id }
}

/** The row id of a delivery. Throws not_found for another account's id. */
function uuidOf(ctx: Ctx, deliveryId: string): string {
  const parsed = parseId('dlv', deliveryId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) throw problem(reasons.notFound)
  return parsed.uuid
}

const nowhere = '00000000-0000-0000-0000-000000000000'

/** The row id of a filter; for another account's id one that matches no row. */
function filterUuid(ctx: Ctx, prefix: string, id: string | undefined): string | undefined {
  if (id === undefined) return undefined
  const parsed = parseId(prefix, id)
  return parsed !== undefined && id === encodeId(prefix, ctx.account.id, parsed.uuid) ? parsed.uuid : nowhere
}
