import type { Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid, Problem } from '#kit/call/problem.ts'
import { spanMs } from '#kit/values/span.ts'
import { againAfterDeath, task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { keepContent } from '#products/marketing/message/messageContent.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { template } from '#products/marketing/template/template.ts'
import { variableProblems } from '#products/marketing/template/templateVariables.ts'
import { findVersion } from '#products/marketing/template/templateVersions.ts'
import { campaign, type Campaign } from './campaign.ts'
import { keepArms } from './campaignArms.ts'
import { freezeTask } from './campaignFreeze.ts'
import { textsOfVariant } from './campaignVariants.ts'

/**
 * Starts a campaign: its texts are fixed now, its audience right after the commit. Throws invalid for a template that
 * cannot be sent. Call inside `ctx.atomic`.
 */
export async function startCampaign(ctx: Ctx, record: Campaign, options: UpdateOptions = {}): Promise<Campaign> {
  const fixed = record.templateId === null ? await ownTexts(ctx, record) : await textsOfTemplate(ctx, record)
  const patch = { ...fixed, startedAt: ctx.now().toISOString(), pauseReason: null }
  const started = await ctx.store.update(campaign, record.id, { ...options, status: 'sending', patch })
  await fixVariants(ctx, record)
  ctx.later(freezeTask, { campaignId: record.id }, ctx.now())
  return started
}

/** Fixes the texts of the variants. Throws invalid for a template that cannot be sent. */
async function fixVariants(ctx: Ctx, record: Campaign): Promise<void> {
  if (record.abTest === null) return
  const arms: Parameters<typeof keepArms>[2][number][] = []
  for (const each of record.variants) {
    const { templateId, texts } = textsOfVariant(record, each)
    const isOwn = templateId !== record.templateId
    const version =
      templateId === null
        ? null
        : await sendable(ctx, { ...record, templateId, templateVersion: isOwn ? null : record.templateVersion })
    const { textBody: text = null, ...own } = texts ?? {}
    arms.push({
      name: each.name,
      weight: each.weight,
      template_id: templateId === null ? null : rowId('tpl', templateId),
      template_version: version?.version ?? null,
      content_id: texts === null ? null : await keepContent(ctx, { ...own, text }),
    })
  }
  await keepArms(ctx, record.id, arms)
}

/**
 * Fixes the version of the template that a scheduled campaign sends; another state has none. `isNewest`: the newest one
 * counts, and not the one that is fixed. Throws invalid for a template that cannot be sent. Call inside `ctx.atomic`.
 */
export async function pinTemplate(ctx: Ctx, record: Campaign, { isNewest }: { isNewest: boolean }): Promise<Campaign> {
  const isPinned = record.status === 'scheduled' && record.templateId !== null
  const former = isNewest ? null : record.templateVersion
  const templateVersion = isPinned ? (await sendable(ctx, { ...record, templateVersion: former })).version : null
  if (record.templateVersion === templateVersion) return record
  return ctx.store.update(campaign, record.id, { patch: { templateVersion }, isSilent: true })
}

async function ownTexts(ctx: Ctx, { channel, ...record }: Campaign) {
  const { format: own, subject, preheader, body, textBody: text } = record
  // A webhook without a body has that of its integration.
  if (channel !== 'email' && body === null) return { templateVersion: null, contentId: null }
  const format = channel === 'email' ? own : 'text'
  const contentId = await keepContent(ctx, { format: format ?? undefined, subject, preheader, body, text })
  return { templateVersion: null, contentId }
}

async function textsOfTemplate(ctx: Ctx, record: Campaign) {
  const { version, topic } = await sendable(ctx, record)
  return { templateVersion: version, contentId: null, topic: record.topic ?? topic }
}

type Templated = Pick<Campaign, 'templateId' | 'templateVersion' | 'variables' | 'channel'>

/**
 * The version of its template that a campaign sends: the fixed one, else the newest. Throws invalid for one that
 * cannot be sent with the variables of the campaign.
 */
async function sendable(ctx: Ctx, { templateId, templateVersion, variables, channel }: Templated) {
  const found = await ctx.store.find(template, templateId ?? '')
  const version = templateVersion ?? found?.currentVersion ?? 0
  const isSendable = found?.status === 'active' && found.type === channel
  const texts = isSendable ? await findVersion(ctx, rowId('tpl', found.id), version) : undefined
  if (found === undefined || texts === undefined) {
    throw invalid(field('templateId', 'reference', `must be an active template of type ${channel}`))
  }
  const problems = variableProblems(texts.variables, variables, '/variables')
  if (problems.length > 0) throw invalid(...problems)
  return { version, topic: found.topic }
}

/** Starts a scheduled campaign at its time; one whose time passed by too long, or that cannot be sent, is missed. */
export const startScheduled = task(
  'marketing.campaign.start',
  'Starts a scheduled campaign at its time.',
  Type.Object({ campaignId: Type.String(), sendAt: Type.String() }),
  {
    async handle(ctx, { campaignId, sendAt }) {
      // A change that is under way ends first: a campaign that is no longer scheduled does not start.
      if (!(await lockForUpdate(ctx, campaign, campaignId))) return
      const record = await ctx.store.find(campaign, campaignId)
      if (record === undefined || record.status !== 'scheduled' || record.sendAt !== sendAt) return
      if (isLate(ctx, record)) await miss(ctx, campaignId, 'late')
      else if (!(await started(ctx, record))) await miss(ctx, campaignId, 'template')
    },
    async failed(ctx, { campaignId, sendAt }) {
      const record = await ctx.store.find(campaign, campaignId)
      if (record?.status !== 'scheduled' || record.sendAt !== sendAt) return
      if (isLate(ctx, record)) await miss(ctx, campaignId, 'late')
      else ctx.later(startScheduled, { campaignId, sendAt }, againAfterDeath(ctx))
    },
  },
)

function isLate(ctx: Ctx, { sendAt, latestStart }: Campaign): boolean {
  const lateMs = ctx.now().getTime() - new Date(sendAt ?? 0).getTime()
  return lateMs > (spanMs(latestStart) ?? 0)
}

/** Starts a campaign. False for one whose template was put away, or no longer fits its variables. */
async function started(ctx: Ctx, record: Campaign): Promise<boolean> {
  try {
    await startCampaign(ctx, record)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return false
    throw error
  }
}

async function miss(ctx: Ctx, campaignId: string, pauseReason: string): Promise<void> {
  await ctx.store.update(campaign, campaignId, { status: 'missed', patch: { pauseReason } })
}
