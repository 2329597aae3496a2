import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { hook } from '#kit/nouns/hook.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'
import { task } from '#kit/nouns/task.ts'
import { idOf, oneOf } from '#kit/values/fields.ts'
import { storable } from '#kit/values/foreignText.ts'
import {
  payProviderKinds,
  payProviderPort,
  PayRefused,
  type PayEvent,
  type PayReport,
} from '#platform/pay/payProviderPort.ts'
import {
  paymentDisputeClosed,
  paymentDisputeLost,
  paymentDisputed,
  paymentFailed,
  paymentExpired,
  paymentRefunded,
  paymentRefundFailed,
  paymentSucceeded,
  reconciliationMismatch,
} from '#products/payments/facts.ts'
import { applyReport } from '#products/payments/payment/applyReport.ts'
import { fetchCharge, isBareSuccess } from './bareSuccess.ts'
import { findConnection } from './payConnection.ts'
import { payProvider } from './payProvider.ts'
import { reportFrom, reportText } from './reportText.ts'

/** Days for which calls of providers are stored. */
const keptDays = 30
/** A report about a charge whose success is not known yet waits for it: 40 times half a minute. */
const waitsMax = 40
const waitMs = 30_000
const textLengthMax = 64 * 1_024

/** Processes a stored call of a provider. */
export const processEvent = task(
  'payments.provider.process',
  'Applies what a payment provider reported.',
  Type.Object({ providerId: Type.String(), eventId: Type.String(), waits: Type.Integer() }),
  async (ctx, { providerId, eventId, waits }) => {
    const [row] = await ctx.db.rows(holdEvent, [ctx.account.id, providerId, eventId])
    if (row === undefined || row.processed_at !== null) return
    const report = row.report === null ? undefined : reportFrom(row.report)
    const isKnown = report === undefined || (await applyOrFetch(ctx, providerId, report))
    if (!isKnown && waits < waitsMax) {
      ctx.later(processEvent, { providerId, eventId, waits: waits + 1 }, new Date(ctx.now().getTime() + waitMs))
      return
    }
    await ctx.db.rows(markProcessed, [ctx.account.id, providerId, eventId, ctx.now().toISOString()])
  },
)

/** Address that providers call. A call is stored, then processed: a provider that repeats it changes nothing. */
export const receiveEvent = hook('payments.provider.receive', {
  route: 'POST /hooks/payment/{provider}/{providerId}',
  description: 'Receives signed reports of a payment provider.',
  input: closed({
    provider: oneOf(payProviderKinds, { description: 'Kind of the provider.' }),
    providerId: idOf(payProvider.prefix, { description: 'The provider.' }),
  }),
  emits: [
    ...[paymentSucceeded, paymentFailed, paymentExpired, paymentRefunded], //
    ...[paymentDisputed, paymentDisputeClosed, paymentDisputeLost, paymentRefundFailed, reconciliationMismatch],
  ],
  async handle(ctx, { provider, providerId }, call) {
    const connection = await findConnection(ctx, providerId)
    if (connection === undefined) throw problem(reasons.notFound)
    const event = await readOrRefuse(ctx, providerId, () => {
      if (connection.kind !== provider) throw new PayRefused('kind', `the provider is not one of ${provider}`)
      return ctx.port(payProviderPort).readEvent(connection, call, ctx.now())
    })
    const text = storable(Buffer.from(call.body).toString('utf8'), textLengthMax)
    await ctx.atomic((inner) => storeEvent(inner, { providerId, event, text }))
  },
})

function applyOrFetch(ctx: Ctx, providerId: string, report: PayReport): Promise<boolean> {
  return isBareSuccess(report) ? fetchCharge(ctx, providerId, report) : applyReport(ctx, providerId, report)
}

async function readOrRefuse(ctx: Ctx, providerId: string, read: () => Promise<PayEvent>): Promise<PayEvent> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PayRefused)) throw error
    ctx.log.warn('a call to the hook of a payment provider is refused', { providerId, reason: error.message })
    throw problem(reasons.webhookRefused)
  }
}

type Received = { providerId: string; event: PayEvent; text: string }

async function storeEvent(ctx: Ctx, { providerId, event, text }: Received): Promise<void> {
  const report = event.report === undefined ? null : reportText(event.report)
  const now = ctx.now()
  const values = [ctx.account.id, providerId, event.id, event.type, event.at, now.toISOString(), text, report]
  const isNew = (await ctx.db.rows(insertEvent, values)).length > 0
  if (isNew) ctx.later(processEvent, { providerId, eventId: event.id, waits: 0 }, now)
}

const insertEvent = statement(
  'payments_provider_event.insert',
  'account',
  `insert into payments_provider_event
     (account_id, provider_id, event_id, type, at, received_at, body, report)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (account_id, provider_id, event_id) do nothing
   returning event_id`,
)

const holdEvent = statement(
  'payments_provider_event.hold',
  'account',
  `select report, processed_at from payments_provider_event
   where account_id = $1 and provider_id = $2 and event_id = $3 for update`,
)

// The body names the payer. The report, which is what was applied, does not.
const markProcessed = statement(
  'payments_provider_event.processed',
  'account',
  `update payments_provider_event set processed_at = $4, body = ''
   where account_id = $1 and provider_id = $2 and event_id = $3`,
)

const deleteOld = statement(
  'payments_provider_event.prune',
  'offline',
  `delete from payments_provider_event t using (
     select account_id, provider_id, event_id from payments_provider_event
     where received_at < $1::timestamptz order by received_at limit $2) old
   where t.account_id = old.account_id and t.provider_id = old.provider_id and t.event_id = old.event_id
   returning t.event_id`,
)

/** Removes calls of providers after 30 days. */
export const pruneEvents = pruneSchedule(
  'payments.provider.prune',
  `Removes calls of payment providers after ${keptDays} days.`,
  [{ days: keptDays, remove: deleteOld }],
)
