import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { messageStates } from '#products/marketing/message/messageStates.ts'
import { inboundHealth, inboundShape } from '#products/marketing/inbound/inboundHealth.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { calledTypes } from './integration.ts'
import type { Integration } from './integrationFields.ts'

/** Condition of an integration. */
export const healthShape = closed(
  {
    lastOkAt: nullable(dateTime({ description: 'Last time that it worked.' })),
    lastError: nullable(Type.String({ description: 'Cause of the last failure since then.' })),
    attempts1h: whole(0, 2_147_483_647, {
      description: 'Messages of the last hour that left, or were tried last, by it.',
    }),
    successRate1h: nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'Share of them that the service accepted; null for none.' }),
    ),
    calls: Type.Optional(inboundShape),
  },
  { description: 'Condition of the integration.' },
)

/** A message that left by an integration, or was tried by it. */
export const deliveryShape = closed({
  messageId: idOf('msg', { description: 'The message.' }),
  state: oneOf(messageStates, { description: 'State of the message.' }),
  reply: nullable(Type.String({ description: 'Last words of the service.' })),
  at: dateTime({ description: 'Last attempt.' }),
})

/** The condition of an integration, with the messages of the last hour, and with calls of others where it has them. */
export async function healthOf(ctx: Ctx, record: Integration) {
  const { id, type, lastOkAt, lastError } = record
  const since = new Date(ctx.now().getTime() - 3_600_000).toISOString()
  const [row] = await ctx.db.rows(countHour, [ctx.account.id, rowId('int', id), since])
  const attempts = Number(row?.attempts ?? 0)
  const successRate1h = attempts === 0 ? null : Number(row?.accepted ?? 0) / attempts
  const calls = calledTypes.has(type) ? { calls: await inboundHealth(ctx, record) } : {}
  return { lastOkAt, lastError, attempts1h: attempts, successRate1h, ...calls }
}

/** The newest 20 messages of an integration. */
export async function deliveriesOf(ctx: Ctx, { id }: Integration) {
  const rows = await ctx.db.rows(newestBy, [ctx.account.id, rowId('int', id)])
  return rows.map(({ id: uuid, state, reply, attempted_at: at }) => {
    return { messageId: encodeId('msg', ctx.account.id, uuid), state, reply, at }
  })
}

const countHour = statement(
  'marketing_message.countHour',
  'account',
  `select count(*) as attempts, count(*) filter (where sent_at is not null) as accepted from marketing_message
   where account_id = $1 and left_by = $2 and attempted_at >= $3::timestamptz`,
)

const newestBy = statement(
  'marketing_message.newestBy',
  'account',
  `select id, state, reply, attempted_at from marketing_message
   where account_id = $1 and left_by = $2 and attempted_at is not null order by attempted_at desc limit 20`,
)
