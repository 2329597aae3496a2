import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { loopbackPort } from '#platform/net/loopbackPort.ts'
import type { PayReport } from '#platform/pay/payProviderPort.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { deliveryDelays } from './sandboxHostility.ts'
import { eventPrefix } from './sandboxRows.ts'
import { sandboxSecretOf } from './sandboxSecret.ts'

/** Announces a report by webhooks, late and more than once on purpose. Call inside `ctx.atomic`. */
export async function announce(ctx: Ctx, providerId: string, report: PayReport): Promise<void> {
  const now = ctx.now()
  const uuid = uuidv7(now.getTime())
  const eventId = encodeId(eventPrefix, ctx.account.id, uuid)
  const type = `sandbox.${report.about}.${report.state}`
  const body = JSON.stringify({ id: eventId, type, at: now.toISOString(), report }, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  await ctx.db.rows(insertEvent, [ctx.account.id, uuid, providerId, body, now.toISOString()])
  for (const [copy, delay] of deliveryDelays(uuid).entries()) {
    ctx.later(deliverSandboxEvent, { eventId, copy }, new Date(now.getTime() + delay))
  }
}

/** Sends one call about an event of the sandbox to the hook of its account. */
export const deliverSandboxEvent = outboundTask(
  'payments.sandbox.deliver',
  'Calls the hook of an account about an event of the sandbox.',
  Type.Object({ eventId: Type.String(), copy: Type.Integer() }),
  async (ctx, { eventId, copy }) => {
    const [row] = await ctx.db.rows(findEvent, [ctx.account.id, parseId(eventPrefix, eventId)?.uuid])
    if (row === undefined) return
    const { provider_id: providerId, body } = row
    const signed = signWebhook({ id: `${eventId}-${copy}`, sentAt: ctx.now(), payload: body }, [
      sandboxSecretOf(ctx, providerId),
    ])
    const status = await ctx.port(loopbackPort).post(`/hooks/payment/sandbox/${providerId}`, { ...signed }, body)
    if (status >= 300) throw new Error(`the hook answered ${status}`)
  },
)

const insertEvent = statement(
  'pay_sandbox_event.insert',
  'account',
  `insert into pay_sandbox_event (account_id, id, provider_id, body, created_at) values ($1, $2, $3, $4, $5)`,
)
const findEvent = statement(
  'pay_sandbox_event.find',
  'account',
  'select provider_id, body from pay_sandbox_event where account_id = $1 and id = $2',
)
