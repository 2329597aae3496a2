import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { campaignUpdated } from '#products/marketing/facts.ts'
import { requestSending } from '#products/marketing/message/messageSender.ts'
import { checkSendRight, sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaign, type Campaign } from './campaign.ts'
import { resultsOf, winnerOf } from './campaignArms.ts'
import { hasParts } from './campaignFrozen.ts'

/** Messages that one transaction brings forward. */
const hastenMax = 10_000
const running = new Set(['sending', 'paused', 'sent'])
/** Time after which a decision looks again whether the sample has left, or begins again after a dead job. */
const decideAgainMs = 5 * 60_000

/** Refusal to choose a winner of a campaign without an open test. */
export const noOpenTest = reason(
  'conflict',
  'no_open_test',
  'The campaign tests no variants now: it has not started, has no test, or its winner stands.',
)

/** Decide: the winner of a test, before its time. */
export const decideCampaign = companion(
  operation('marketing.campaign.decide', {
    route: 'POST /api/marketing/campaign/decide',
    title: 'Decide Campaign',
    description:
      'Chooses the winner of the variants of a campaign before `decideAt`. The rest of the audience gets it at ' +
      'once; with the mode `localTime`, at the times that it has.',
    scope: 'marketing.campaign:write',
    input: closed({
      campaignId: idOf('cmp', { description: 'The campaign.' }),
      variant: line(60, { description: 'Name of the variant.' }),
    }),
    output: outputSchemaOf(campaign),
    emits: [campaignUpdated],
    reasons: [noOpenTest, sendNotAllowed],
    example: { campaignId: madeFirst('marketing.campaign'), variant: 'B' },
    handle: once((ctx, { campaignId, variant }) => {
      checkSendRight(ctx)
      return ctx.atomic(async (inner) => {
        const before = await inner.store.get(campaign, campaignId)
        await lockForUpdate(inner, campaign, campaignId)
        const record = await inner.store.get(campaign, campaignId)
        const isOpen = before.abTest !== null && record.winner === null && record.frozenAt !== null
        const isFixed = isOpen && !(await hasParts(inner, rowId('cmp', campaignId)))
        if (!isFixed || !running.has(record.status)) throw problem(noOpenTest)
        if (!record.variants.some(({ name }) => name === variant)) {
          throw invalid(field('variant', 'reference', 'names no variant of the campaign'))
        }
        const decided = await settle(inner, record, variant)
        const [shown] = await present({ ctx: inner, audience: 'owner' }, campaign, [decided])
        return { ...shown, id: decided.id }
      })
    }),
  }),
)

/**
 * Chooses the winner at its time. A pause and mails of the sample that wait put it off; after a dead job another one
 * chooses it.
 */
export const decideTask = task(
  'marketing.campaign.decide',
  'Chooses the winner of the variants of a campaign at its time.',
  Type.Object({ campaignId: Type.String() }),
  {
    async handle(ctx, { campaignId }) {
      if (!(await lockForUpdate(ctx, campaign, campaignId))) return
      const record = await ctx.store.get(campaign, campaignId)
      if (record.winner !== null || record.abTest === null || !['sending', 'sent'].includes(record.status)) return
      if ((await ctx.db.rows(waitingSample, [ctx.account.id, rowId('cmp', campaignId)])).length > 0) {
        decideLater(ctx, campaignId)
        return
      }
      const results = await resultsOf(ctx, rowId('cmp', campaignId))
      const winner = winnerOf(results, record.abTest.metric ?? 'clicks')
      if (winner !== undefined) await settle(ctx, record, winner)
    },
    failed: async (ctx, { campaignId }) => decideLater(ctx, campaignId),
  },
)

function decideLater(ctx: Ctx, campaignId: string): void {
  ctx.later(decideTask, { campaignId }, new Date(ctx.now().getTime() + decideAgainMs))
}

/** Queues the decision of a campaign that continues after a pause. Call inside `ctx.atomic`. */
export function continueTest(ctx: Ctx, { id, abTest, winner, decideAt }: Campaign): void {
  if (abTest === null || winner !== null || decideAt === null) return
  ctx.later(decideTask, { campaignId: id }, new Date(Math.max(new Date(decideAt).getTime(), ctx.now().getTime())))
}

/** Brings the rest of the audience forward after a decision by hand, some at a time. */
export const hastenTask = task(
  'marketing.campaign.hasten',
  'Brings mails forward whose variant was chosen before its time.',
  Type.Object({ campaignId: Type.String() }),
  async (ctx, { campaignId }) => {
    const now = ctx.now()
    const rows = await ctx.db.rows(hasten, [ctx.account.id, rowId('cmp', campaignId), now.toISOString(), hastenMax])
    if (rows.length === hastenMax) ctx.later(hastenTask, { campaignId }, now)
    await requestSending(ctx)
  },
)

async function settle(ctx: Ctx, record: Campaign, winner: string): Promise<Campaign> {
  const now = ctx.now()
  const decided = await ctx.store.update(campaign, record.id, { patch: { winner, decidedAt: now.toISOString() } })
  await requestSending(ctx)
  const isEarly = record.decideAt !== null && new Date(record.decideAt) > now
  if (isEarly && record.sendMode === 'immediate') ctx.later(hastenTask, { campaignId: record.id }, now)
  return decided
}

/** A mail of a sample that has not left. One that was deferred by its receiver holds up no decision. */
const waitingSample = statement(
  'marketing_message.waitingSample',
  'account',
  `select id from marketing_message
   where account_id = $1 and campaign_id = $2 and variant is not null and state in ('queued', 'attempting') limit 1`,
)

const hasten = statement(
  'marketing_message.hasten',
  'account',
  `update marketing_message m set due_at = $3::timestamptz
   from (
     select id from marketing_message
     where account_id = $1 and campaign_id = $2 and variant is null and state = 'queued' and due_at > $3::timestamptz
     order by due_at, id limit $4) d
   where m.account_id = $1 and m.id = d.id and m.state = 'queued' returning m.id`,
)
