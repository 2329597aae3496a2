import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Campaign } from './campaign.ts'

/** A variant with its texts, as they were fixed at the start. Ids are row ids. */
export type Arm = RowOf<typeof readArms>

/** Fixes the texts of variants for the messages of a campaign. Call inside `ctx.atomic`. */
export async function keepArms(ctx: Ctx, campaignId: string, arms: readonly Omit<Arm, 'position'>[]): Promise<void> {
  await ctx.db.rows(insertArms, [
    ctx.account.id,
    rowId('cmp', campaignId),
    arms.map(({ name }) => name),
    arms.map(({ weight }) => weight),
    arms.map(({ template_id: id }) => id),
    arms.map(({ template_version: version }) => version),
    arms.map(({ content_id: id }) => id),
  ])
}

/** Variants of a campaign that has started, in order. `campaignId`: row id. */
export async function armsOf(ctx: Ctx, campaignId: string): Promise<Arm[]> {
  return ctx.db.rows(readArms, [ctx.account.id, campaignId])
}

/** Numbers of a variant: messages. */
export type ArmResult = {
  name: string
  weight: number
  /** The subject that it was sent with, before Liquid; null for text messages. */
  subject: string | null
  audience: number
  sent: number
  opened: number
  clicked: number
  converted: number
  unsubscribed: number
}

/** Numbers of the variants of a campaign, in order, of one moment. `campaignId`: row id. */
export async function resultsOf(ctx: Ctx, campaignId: string): Promise<ArmResult[]> {
  const rows = await ctx.db.rows(countArms, [ctx.account.id, campaignId])
  return rows.map(({ name, weight, subject, audience, sent, opened, clicked, converted, unsubscribed }) => ({
    ...{ name, weight, subject },
    audience: Number(audience ?? 0),
    sent: Number(sent ?? 0),
    opened: Number(opened ?? 0),
    clicked: Number(clicked ?? 0),
    converted: Number(converted ?? 0),
    unsubscribed: Number(unsubscribed ?? 0),
  }))
}

const metrics = { clicks: 'clicked', opens: 'opened', conversions: 'converted' } as const

/**
 * The variant with the highest rate of a metric. A tie, zero results too, goes by the rate of clicks, then of opens,
 * then by the weight, then by the order.
 */
export function winnerOf(
  results: readonly ArmResult[],
  metric: NonNullable<NonNullable<Campaign['abTest']>['metric']>,
): string | undefined {
  const share = (count: number, sent: number) => (sent === 0 ? 0 : count / sent)
  const order = [metrics[metric], 'clicked', 'opened'] as const
  const [best] = results.toSorted((one, other) => {
    for (const name of order) {
      const difference = share(other[name], other.sent) - share(one[name], one.sent)
      if (difference !== 0) return difference
    }
    return other.weight - one.weight
  })
  return best?.name
}

const insertArms = statement(
  'marketing_campaign_arm.insert',
  'account',
  `insert into marketing_campaign_arm (account_id, campaign_id, position, name, weight, template_id, template_version,
     content_id)
   select $1, $2, v.position - 1, v.name, v.weight, v.template_id, v.template_version, v.content_id
   from unnest($3::text[], $4::integer[], $5::uuid[], $6::integer[], $7::uuid[]) with ordinality
     as v (name, weight, template_id, template_version, content_id, position)
   on conflict (account_id, campaign_id, position) do nothing`,
)

const readArms = statement(
  'marketing_campaign_arm.read',
  'account',
  `select position, name, weight, template_id, template_version, content_id from marketing_campaign_arm
   where account_id = $1 and campaign_id = $2 order by position`,
)

const countArms = statement(
  'marketing_campaign_arm.count',
  'account',
  `select a.name, a.weight, coalesce(c.subject, v.subject) as subject,
     m.audience, m.sent, m.opened, m.clicked, m.converted, m.unsubscribed
   from marketing_campaign_arm a
   left join marketing_content c on c.account_id = $1 and c.id = a.content_id
   left join marketing_template_version v
     on v.account_id = $1 and v.template_id = a.template_id and v.number = a.template_version
   left join (
     select variant, count(*) as audience,
       count(*) filter (where sent_at is not null) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
       count(converted_at) as converted, count(unsubscribed_at) as unsubscribed
     from marketing_message where account_id = $1 and campaign_id = $2 and variant is not null group by variant) m
     on m.variant = a.name
   where a.account_id = $1 and a.campaign_id = $2 order by a.position`,
)
