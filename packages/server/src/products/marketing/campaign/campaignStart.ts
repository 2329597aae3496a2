import type { Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { spanMs } from '#kit/filter/span.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { keepContent } from '#products/marketing/message/messageContent.ts'
import { template } from '#products/marketing/template/template.ts'
import { campaign, type Campaign } from './campaign.ts'
import { freezeTask } from './campaignFreeze.ts'

/**
 * Starts a campaign: its texts are fixed now, its audience right after the commit. Throws invalid for a template that
 * cannot be sent. Call inside `ctx.atomic`.
 */
export async function startCampaign(ctx: Ctx, record: Campaign, options: UpdateOptions = {}): Promise<Campaign> {
  const { templateVersion, contentId } = await fixedTexts(ctx, record)
  const patch = { templateVersion, contentId, startedAt: ctx.now().toISOString(), pauseReason: null }
  const started = await ctx.store.update(campaign, record.id, { ...options, status: 'sending', patch })
  ctx.later(freezeTask, { campaignId: record.id }, ctx.now())
  return started
}

async function fixedTexts(ctx: Ctx, record: Campaign): Promise<Pick<Campaign, 'templateVersion' | 'contentId'>> {
  if (record.templateId === null) {
    const { format, subject, preheader, body, textBody: text } = record
    const contentId = await keepContent(ctx, { format: format ?? undefined, subject, preheader, body, text })
    return { templateVersion: null, contentId }
  }
  const found = await ctx.store.find(template, record.templateId)
  if (found?.status === 'active' && found.type === 'email') {
    return { templateVersion: found.currentVersion, contentId: null }
  }
  throw invalid(field('templateId', 'reference', 'must be an active template of type email'))
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
