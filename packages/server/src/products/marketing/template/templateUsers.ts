import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { usersOf } from '#products/marketing/automation/automationRows.ts'
import { rowId } from '#products/marketing/rowId.ts'

/** A record that refers to a template: its kind, id and name. */
export type TemplateUser = { kind: string; id: string; name: string }

type FindUsers = (ctx: Ctx, templateId: string) => Promise<TemplateUser[]>

const usersMax = 100

/** Look-ups of records that refer to a template. A noun that refers to templates adds its line. */
const lookUps: readonly FindUsers[] = [templatesInLayout, automationsThatSend, campaignsThatSend]

/** Records that refer to a template, at most 100 of each kind. */
export async function templateUsers(ctx: Ctx, templateId: string): Promise<TemplateUser[]> {
  const found: TemplateUser[] = []
  for (const find of lookUps) found.push(...(await find(ctx, templateId)))
  return found
}

async function templatesInLayout(ctx: Ctx, templateId: string): Promise<TemplateUser[]> {
  const rows = await ctx.db.rows(findInLayout, [ctx.account.id, rowId('tpl', templateId), usersMax])
  return rows.map(({ id, name }) => ({ kind: 'template', id: encodeId('tpl', ctx.account.id, id), name }))
}

async function automationsThatSend(ctx: Ctx, templateId: string): Promise<TemplateUser[]> {
  const rows = await ctx.db.rows(usersOf, [ctx.account.id, rowId('tpl', templateId)])
  return rows.map(({ id, name }) => ({ kind: 'automation', id: encodeId('aut', ctx.account.id, id), name }))
}

/** Campaigns that are still to start; one that started keeps its version. */
async function campaignsThatSend(ctx: Ctx, templateId: string): Promise<TemplateUser[]> {
  const rows = await ctx.db.rows(findCampaigns, [ctx.account.id, rowId('tpl', templateId), usersMax])
  return rows.map(({ id, name }) => ({ kind: 'campaign', id: encodeId('cmp', ctx.account.id, id), name }))
}

const findCampaigns = statement(
  'marketing_campaign.usingTemplate',
  'account',
  `select id, name from marketing_campaign where account_id = $1 and template_id = $2 and deleted_at is null
     and status in ('draft', 'scheduled', 'missed') order by created_at, id limit $3`,
)

const findInLayout = statement(
  'marketing_template.inLayout',
  'account',
  `select id, name from marketing_template where account_id = $1 and layout_id = $2 and deleted_at is null
   order by created_at, id limit $3`,
)
