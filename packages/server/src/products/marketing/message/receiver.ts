import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration, Secrets } from '#products/marketing/integration/integrationFields.ts'
import { hookSecrets, openSecrets } from '#products/marketing/integration/integrationSecrets.ts'

/** An integration that messages are sent to, with its secrets in clear. `keys`: those that sign, newest first. */
export type Receiver = { record: Integration; secrets: Secrets; keys: string[] }

const keptMax = 500
const freshMs = 1_000

/** Receivers of this process; each is read again after a second. */
export function receiversOf(ctx: Ctx): LRUCache<string, Promise<Receiver | undefined>> {
  const make = () => new LRUCache<string, Promise<Receiver | undefined>>({ max: keptMax, ttl: freshMs })
  return ctx.memory('marketing.receivers', make)
}

/** The integration of a message; that of text messages alone may be left out. Undefined for a deleted one. */
export async function receiverOf(
  ctx: Ctx,
  { channel, integrationUuid }: { channel: string; integrationUuid: string | null },
): Promise<Receiver | undefined> {
  const kept = receiversOf(ctx)
  const key = `${ctx.account.id} ${channel} ${integrationUuid ?? ''}`
  const reading = kept.get(key) ?? readReceiver(ctx, channel, integrationUuid)
  if (!kept.has(key)) kept.set(key, reading)
  try {
    return await reading
  } catch (error) {
    kept.delete(key)
    throw error
  }
}

async function readReceiver(ctx: Ctx, channel: string, uuid: string | null): Promise<Receiver | undefined> {
  const type = channel === 'sms' ? 'smsHttp' : 'outboundWebhook'
  const own = uuid ?? (channel === 'sms' ? await oldestOf(ctx, type) : undefined)
  if (own === undefined) return undefined
  const record = await ctx.store.find(integration, encodeId(integration.prefix, ctx.account.id, own))
  if (record?.type !== type) return undefined
  return { record, secrets: openSecrets(ctx, record), keys: hookSecrets(ctx, record) }
}

async function oldestOf(ctx: Ctx, type: string): Promise<string | undefined> {
  const [row] = await ctx.db.rows(findOldest, [ctx.account.id, type])
  return row?.id
}

const findOldest = statement(
  'marketing_integration.oldestOfType',
  'account',
  `select id from marketing_integration where account_id = $1 and type = $2 and status <> 'disabled'
     and deleted_at is null
   order by created_at, id limit 1`,
)
