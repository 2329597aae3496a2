import type { Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { spanMs } from '#kit/filter/span.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { keepContent } from '#products/marketing/message/messageContent.ts'
import { template, type Template } from '#products/marketing/template/template.ts'
import { variableProblems } from '#products/marketing/template/templateVariables.ts'
import { campaign, type Campaign } from './campaign.ts'
import { freezeTask } from './campaignFreeze.ts'

/**
 * Starts a campaign: its texts are fixed now, its audience right after the commit. Throws invalid for a template that
 * cannot be sent. Call inside `ctx.atomic`.
 */
export async function startCampaign(ctx: Ctx, record: Campaign, options: UpdateOptions = {}): Promise<Campaign> {
  const fixed = record.templateId === null ? await ownTexts(ctx, record) : await textsOfTemplate(ctx, record)
  const patch = { ...fixed, startedAt: ctx.now().toISOString(), pauseReason: null }
  const started = await ctx.store.update(campaign, record.id, { ...options, status: 'sending', patch })
  ctx.later(freezeTask, { campaignId: record.id }, ctx.now())
  return started
}

/** Fixes the version of the template that a scheduled campaign sends. Call inside `ctx.atomic`. */
export async function pinTemplate(ctx: Ctx, record: Campaign): Promise<Campaign> {
  if (record.status !== 'scheduled') return record
  const templateVersion = record.templateId === null ? null : (await sendable(ctx, record)).currentVersion
  if (record.templateVersion === templateVersion) return record
  return ctx.store.update(campaign, record.id, { patch: { templateVersion }, isSilent: true })
}

async function ownTexts(ctx: Ctx, { format, subject, preheader, body, textBody: text }: Campaign) {
  const contentId = await keepContent(ctx, { format: format ?? undefined, subject, preheader, body, text })
  return { templateVersion: null, contentId }
}

async function textsOfTemplate(ctx: Ctx, record: Campaign) {
  const { currentVersion, topic } = await sendable(ctx, record)
  return { templateVersion: record.templateVersion ?? currentVersion, contentId: null, topic: record.topic ?? topic }
}

/** The template of a campaign. Throws invalid for one that cannot be sent with the variables of the campaign. */
async function sendable(ctx: Ctx, { templateId, variables }: Campaign): Promise<Template> {
  const found = await ctx.store.find(template, templateId ?? '')
  if (found?.status !== 'active' || found.type !== 'email') {
    throw invalid(field('templateId', 'reference', 'must be an active template of type email'))
  }
  const problems = variableProblems(found.variables, variables, '/variables')
  if (problems.length > 0) throw invalid(...problems)
  return found
}

/** Starts a scheduled campaign at its time; one whose time passed by too long is missed. */
export const startScheduled = task(
  'marketing.campaign.start',
  'Starts a scheduled campaign at its time.',
  Type.Object({ campaignId: Type.String(), sendAt: Type.String() }),
  async (ctx, { campaignId, sendAt }) => {
    const record = await ctx.store.find(campaign, campaignId)
    if (record === undefined || record.status !== 'scheduled' || record.sendAt !== sendAt) return
    const lateMs = ctx.now().getTime() - new Date(sendAt).getTime()
    if (lateMs > (spanMs(record.latestStart) ?? 0)) await ctx.store.update(campaign, campaignId, { status: 'missed' })
    else await startCampaign(ctx, record)
  },
)
