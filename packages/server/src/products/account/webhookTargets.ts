import { encodeId, looseId } from '#kit/values/ids.ts'
import { Problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { openCall, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { executor } from '#platform/db/pools.ts'
import type { WebhookEndpoints } from '#platform/webhooks/webhookEndpointsPort.ts'
import { openSecret } from '#platform/webhooks/sealedSecret.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { webhookEndpoint } from './webhookEndpoint.ts'

/** Opens the webhook endpoints of all accounts, for the relay and the sender. */
export function openWebhookEndpoints(kernel: Kernel): WebhookEndpoints {
  const db = executor(kernel.pools.work, kernel.pools.isPreparing)
  return {
    async listEnabled(accountIds) {
      const rows = await db.rows(enabledStatement, [accountIds])
      return rows.map(({ account_id: accountId, id: uuid, facts, created_at: createdAt }) => {
        return { accountId, uuid, facts, createdAt, id: encodeId('whe', accountId, uuid) }
      })
    },
    async findTarget(accountId, uuid) {
      const [row] = await db.rows(targetStatement, [accountId, uuid])
      if (row === undefined) return undefined
      const isOverlap = row.until !== null && row.previous !== null && Date.parse(row.until) > kernel.now().getTime()
      const sealed = isOverlap && row.previous !== null ? [row.secret, row.previous] : [row.secret]
      return { url: row.url, secrets: sealed.map((each) => openSecret(kernel.ports.get(sealingPort), accountId, each)) }
    },
    disableGone: (accountId, uuid) => disableGone(kernel, accountId, uuid),
  }
}

async function disableGone(kernel: Kernel, accountId: number, uuid: string): Promise<void> {
  const account = await kernel.accounts.find(accountId)
  if (account === undefined) return
  const name = 'account.webhookEndpoint.disableGone'
  const requestId = looseId('req', kernel.now().getTime())
  const { ctx, finish } = openCall(kernel, { account, actor: systemActor(name), requestId, cause: name })
  try {
    const id = encodeId('whe', accountId, uuid)
    await ctx.store.update(webhookEndpoint, id, { patch: { disabledReason: 'gone' }, action: 'disable' })
    await finish()
  } catch (error) {
    // The endpoint is disabled or deleted already, with the same effect.
    const isDone = error instanceof Problem && doneReasons.has(error.reason)
    if (!isDone) throw error
  }
}

const doneReasons = new Set([reasons.invalidTransition.reason, reasons.notFound.reason])

const enabledStatement = statement(
  'account_webhook_endpoint.enabled',
  'account',
  `select account_id, id, facts, created_at from account_webhook_endpoint
   where account_id = any($1::bigint[]) and status = 'enabled' and deleted_at is null order by account_id, id`,
)

const targetStatement = statement(
  'account_webhook_endpoint.target',
  'account',
  `select url, sealed_secret as secret, sealed_previous_secret as previous, previous_secret_until as until
   from account_webhook_endpoint where account_id = $1 and id = $2 and status = 'enabled' and deleted_at is null`,
)
