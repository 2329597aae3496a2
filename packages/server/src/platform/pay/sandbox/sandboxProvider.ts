import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import type { HookCall } from '#kit/nouns/hook.ts'
import {
  PayRefused,
  type PayConnection,
  type PayDayTotal,
  type PayEvent,
  type PayProvider,
  type PayReport,
  type RefundReport,
  type RefundRequest,
} from '#platform/pay/payProviderPort.ts'
import { isSignedWebhook } from '#platform/webhooks/verifySignature.ts'
import { sandboxCards } from './sandboxCards.ts'
import { announce } from './sandboxEvents.ts'
import { oldestSandboxDay } from './sandboxRetention.ts'
import {
  chargeOf,
  disputedMark,
  endRefund,
  holdSession,
  makeRefund,
  makeSession,
  refundsOfSession,
  reportOfSession,
  sessionIdOf,
  sessionOf,
  sessionOfCharge,
  sumsOfDay,
  writeSession,
  type SandboxRefundRow,
  type SandboxRow,
} from './sandboxRows.ts'

const refundMs = 10_000
const dayMs = 86_400_000
const amountNames = new Set(['captured', 'fee', 'amount'])

/**
 * The built-in provider. It behaves as another company: it knows payments by their reference alone, keeps its own
 * records, answers a repeated request with the first result, and calls the hook late, more than once and out of order.
 */
export const sandboxProvider: PayProvider = {
  async open(ctx, to, session) {
    const row = await makeSession(ctx, to.providerId, session)
    const reference = sessionIdOf(ctx, row)
    return { reference, url: `${ctx.settings.publicUrl}/sandbox/checkout/${reference}` }
  },
  async retrieve(ctx, _to, reference) {
    const row = await sessionOf(ctx, reference)
    if (row === undefined) throw new PayRefused('session_unknown', 'there is no such session')
    return reportsOf(ctx, row)
  },
  async expire(ctx, to, reference) {
    const row = await ctx.atomic(async (inner) => {
      const held = await holdSession(inner, reference)
      if (held === undefined || (held.status !== 'open' && held.status !== 'requiresAction')) return held
      const ended = await writeSession(inner, held, { status: 'expired' })
      await announce(inner, to.providerId, reportOfSession(inner, ended))
      return ended
    })
    if (row === undefined) throw new PayRefused('session_unknown', 'there is no such session')
    return reportsOf(ctx, row)
  },
  refund: (ctx, to, request) => ctx.atomic((inner) => refundCharge(inner, to, request)),
  async totals(ctx, to, day) {
    const from = new Date(`${day}T00:00:00.000Z`)
    const until = new Date(from.getTime() + dayMs)
    return totalsOf(await sumsOfDay(ctx, to.providerId, [from.toISOString(), until.toISOString()]))
  },
  oldestDay: (_to, now) => oldestSandboxDay(now),
  async check() {},
  async registerHook() {
    throw new PayRefused('hook_fixed', 'the sandbox calls the hook of its account of itself')
  },
  async removeHook() {},
  readEvent,
}

async function readEvent({ webhookSecrets }: PayConnection, call: HookCall, now: Date): Promise<PayEvent> {
  const isSigned = webhookSecrets.some((secret) => isSignedWebhook(call, secret, now))
  if (!isSigned) throw new PayRefused('signature', 'the signature is wrong, or the call is older than five minutes')
  const { id, type, at, report } = bodyOf(Buffer.from(call.body).toString('utf8'))
  const isEvent = [id, type, at].every((each) => typeof each === 'string') && typeof report === 'object'
  if (!isEvent || report === null) throw new PayRefused('body', 'the body is no event of the sandbox')
  // cast: only `announce` signs events with this secret.
  return { id, type, at, report } as PayEvent
}

/** The members of a body; none of one that is no JSON object. */
function bodyOf(text: string): Record<string, unknown> {
  try {
    return Object(
      JSON.parse(text, (name, value: unknown) =>
        amountNames.has(name) && typeof value === 'string' ? BigInt(value) : value,
      ),
    )
  } catch {
    return {}
  }
}

async function reportsOf(ctx: Ctx, row: SandboxRow): Promise<PayReport[]> {
  const refunds = await refundsOfSession(ctx, row)
  return [reportOfSession(ctx, row), ...refunds.map((each) => refundReport(row, each))]
}

async function refundCharge(ctx: Ctx, to: PayConnection, request: RefundRequest): Promise<RefundReport> {
  const sessionId = sessionOfCharge(ctx, request.chargeReference)
  const held = sessionId === undefined ? undefined : await holdSession(ctx, sessionId)
  if (held?.status !== 'succeeded') throw new PayRefused('charge_unknown', 'there is no such charge')
  const status = refundBehaviourOf(held) === undefined ? 'succeeded' : 'pending'
  const made = await makeRefund(ctx, held, { reference: request.refundId, amount: request.amount, status })
  if (made === undefined) {
    if (held.dispute === disputedMark) throw new PayRefused('charge_disputed', 'the charge is disputed')
    throw new PayRefused('amount_too_large', 'the amount is more than is left of the charge')
  }
  const report = refundReport(held, made.row)
  if (made.isNew) {
    await announce(ctx, to.providerId, report)
    const later = { sessionId: sessionIdOf(ctx, held), reference: request.refundId }
    if (status === 'pending') ctx.later(endSandboxRefund, later, new Date(ctx.now().getTime() + refundMs))
  }
  return report
}

/** Ends a refund that takes ten seconds, as its card says. */
export const endSandboxRefund = task(
  'payments.sandbox.endRefund',
  'Ends a test refund that takes a while.',
  Type.Object({ sessionId: Type.String(), reference: Type.String() }),
  async (ctx, { sessionId, reference }) => {
    const held = await holdSession(ctx, sessionId)
    if (held === undefined) return
    const ended = await endRefund(ctx, reference, refundBehaviourOf(held) === 'fails' ? 'failed' : 'succeeded')
    if (ended !== undefined) await announce(ctx, held.provider_id, refundReport(held, ended))
  },
)

function refundBehaviourOf({ card }: SandboxRow) {
  const last4 = card?.split(' ')[1] ?? ''
  return Object.entries(sandboxCards).find(([number]) => number.endsWith(last4) && last4 !== '')?.[1].refund
}

function refundReport(of: SandboxRow, row: SandboxRefundRow): RefundReport {
  return {
    about: 'refund',
    refundId: row.reference,
    reference: `srf_${row.reference}`,
    chargeReference: chargeOf(of),
    // cast: a check of the table allows only these states.
    state: row.status as RefundReport['state'],
    at: row.changed_at,
    amount: BigInt(row.amount),
    currency: of.currency,
    failureCode: row.status === 'failed' ? 'refund_failed' : undefined,
  }
}

function totalsOf({ captured, refunded }: Awaited<ReturnType<typeof sumsOfDay>>): PayDayTotal[] {
  const currencies = new Set([...captured, ...refunded].map(({ currency }) => currency))
  return [...currencies].toSorted().map((currency) => {
    const own = captured.find((each) => each.currency === currency)
    const back = refunded.find((each) => each.currency === currency)
    return {
      currency,
      payments: own?.payments ?? 0,
      captured: BigInt(own?.captured ?? 0),
      fees: BigInt(own?.fees ?? 0),
      refunded: BigInt(back?.refunded ?? 0),
    }
  })
}
