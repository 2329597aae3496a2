import type { AttentionSource } from '#kit/nouns/attention.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { PayRefused } from '#platform/pay/payProviderPort.ts'
import { connectionOf, sandboxIdOf } from './payConnection.ts'
import { payProvider } from './payProvider.ts'
import { checkConnection } from './providerCheck.ts'
import { applyCheck } from './providerWrites.ts'

/** Codes of a refusal that concerns the keys, and so each payment. */
const keyCodes: ReadonlySet<string> = new Set(['key_refused', 'right_missing'])
const recheckMax = 200
const shownMax = 10

/** Moves a provider to error where it refuses the keys of a payment. */
export async function noteRefusal(ctx: Ctx, providerId: string, { code, message }: PayRefused): Promise<void> {
  if (!keyCodes.has(code)) return
  const found = await ctx.store.find(payProvider, providerId)
  if (found?.status === 'active') await applyCheck(ctx, providerId, { ok: false, isTemporary: false, message })
}

/** Moves a provider in error back to active, after a payment for which its keys worked. */
export async function noteSuccess(ctx: Ctx, providerId: string): Promise<void> {
  if (providerId === sandboxIdOf(ctx)) return
  const found = await ctx.store.find(payProvider, providerId)
  if (found?.status === 'error') await applyCheck(ctx, providerId, { ok: true })
}

/** Checks the keys of providers in error again: one that works takes payments again without a person. */
export const recheckProviders: Schedule = {
  name: 'payments.provider.recheck',
  description: 'Checks the keys of payment providers in error again.',
  everySeconds: 600,
  async run(ctx) {
    for (const { account_id: accountId, id } of await ctx.db.rows(findFailing, [recheckMax])) {
      const account = await ctx.accounts.find(accountId)
      if (account !== undefined) await recheck(ctx.as(account), encodeId(payProvider.prefix, accountId, id))
    }
  },
}

/** Findings of payment providers: those whose keys do not work, and those whose company does not report to us. */
export const attention: readonly AttentionSource[] = [
  {
    scope: 'payments.provider:read',
    async find(ctx) {
      const conditions = [{ sql: 't.status = $1', values: ['error'] }]
      const { items } = await ctx.store.list(payProvider, { conditions, limit: shownMax })
      return items.map(({ id, name, lastError }) => ({
        kind: payProvider.id,
        severity: 'bad' as const,
        title: `No payments: ${name}`,
        detail: lastError ?? 'Its keys are refused.',
        count: 1,
        recordId: id,
      }))
    },
  },
  {
    scope: 'payments.provider:read',
    async find(ctx) {
      const conditions = [{ sql: "t.webhook_error is not null and t.status <> 'disabled'", values: [] }]
      const { items } = await ctx.store.list(payProvider, { conditions, limit: shownMax })
      return items.map(({ id, name, webhookError }) => ({
        kind: payProvider.id,
        severity: 'warn' as const,
        title: `No webhooks: ${name}`,
        detail: webhookError ?? '',
        count: 1,
        recordId: id,
      }))
    },
  },
]

async function recheck(ctx: Ctx, providerId: string): Promise<void> {
  const found = await ctx.store.find(payProvider, providerId)
  if (found?.status !== 'error') return
  const result = await checkConnection(ctx, connectionOf(ctx, found))
  if (result.ok) await applyCheck(ctx, providerId, result)
}

const findFailing = statement(
  'payments_provider.failing',
  'offline',
  `select account_id, id from payments_provider
   where status = 'error' and deleted_at is null order by account_id, id limit $1`,
)
