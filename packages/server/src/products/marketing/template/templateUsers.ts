import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { automationUsers, type RecordUser } from '#products/marketing/automation/automationUsers.ts'
import { rowId } from '#products/marketing/rowId.ts'

type FindUsers = (ctx: Ctx, templateId: string) => Promise<RecordUser[]>

const usersMax = 100

/** Look-ups of records that refer to a template. A noun that refers to templates adds its line. */
const lookUps: readonly FindUsers[] = [templatesInLayout, automationsThatSend, campaignsThatSend]

/** Records that refer to a template, at most 100 of each kind. */
export async function templateUsers(ctx: Ctx, templateId: string): Promise<RecordUser[]> {
  const found: RecordUser[] = []
  for (const find of lookUps) found.push(...(await find(ctx, templateId)))
  return found
}

async function templatesInLayout(ctx: Ctx, templateId: string): Promise<RecordUser[]> {
  const rows = await ctx.db.rows(findInLayout, [ctx.account.id, rowId('tpl', templateId), usersMax])
  return rows.map(({ id, name }) => ({ kind: 'template', id: encodeId('tpl', ctx.account.id, id), name }))
}

function automationsThatSend(ctx: Ctx, templateId: string): Promise<RecordUser[]> {
  return automationUsers(ctx, rowId('tpl', templateId))
}

/** Campaigns that are still to start; one that started keeps its version. */
async function campaignsThatSend(ctx: Ctx, templateId: string): Promise<RecordUser[]> {
  const rows = await ctx.db.rows(findCampaigns, [ctx.account.id, rowId('tpl', templateId), usersMax, templateId])
  return rows.map(({ id, name }) => ({ kind: 'campaign', id: encodeId('cmp', ctx.account.id, id), name }))
}

const findCampaigns = statement(
  'marketing_campaign.usingTemplate',
  'account',
  `select id, name from marketing_campaign c where account_id = $1 and deleted_at is null
     and status in ('draft', 'scheduled', 'missed') and (template_id = $2 or exists (
       select from marketing_campaign_variant v
       where v.account_id = $1 and v.campaign_id = c.id and v.template_id = $4))
   order by created_at, id limit $3`,
)

const findInLayout = statement(
  'marketing_template.inLayout',
  'account',
  `select id, name from marketing_template where account_id = $1 and layout_id = $2 and deleted_at is null
   order by created_at, id limit $3`,
)
