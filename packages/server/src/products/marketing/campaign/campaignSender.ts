import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import { integration, integrationUnavailable } from '#products/marketing/integration/integration.ts'
import { senderTypes } from '#products/marketing/integration/integrationFields.ts'
import { readWay } from '#products/marketing/integration/sendingWay.ts'
import { senderRightOf, senderUnverified } from '#products/marketing/domain/senderRight.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import type { Campaign } from './campaign.ts'

/** Parts of a campaign that decide how its mail leaves. */
type Sender = Pick<Campaign, 'channel' | 'integrationId' | 'from'>

/**
 * Throws for a campaign whose mail cannot leave: an integration that sends no mail (invalid), or one that is not active
 * (integration_unavailable), or a sender whose domain is not verified (sender_unverified).
 */
export async function checkSender(ctx: Ctx, { integrationId, channel, from }: Sender): Promise<void> {
  if (channel !== 'email') return checkEnabled(ctx, integrationId)
  const named = integrationId === null ? undefined : await ctx.store.find(integration, integrationId)
  if (integrationId !== null && (named === undefined || !senderTypes.has(named.type))) {
    throw invalid(field('integrationId', 'reference', 'must be an integration by which mail leaves'))
  }
  const { record } = named === undefined ? await readWay(ctx, null) : { record: named }
  if (ctx.account.mode === 'live' && record !== undefined && record.status !== 'active') {
    throw problem(integrationUnavailable)
  }
  const way = { record: ctx.account.mode === 'live' ? record : undefined }
  const sender = from?.email === undefined ? undefined : { name: '', address: from.email }
  if (!(await senderRightOf(ctx, way, sender)).isAllowed) throw problem(senderUnverified)
}

/** Whether the mail of a campaign reaches no one now: neither an integration nor a mail server delivers it. */
export async function isMailCaught(ctx: Ctx, { channel, integrationId }: Sender): Promise<boolean> {
  if (channel !== 'email' || !ctx.port(mailPort).isCaught(ctx.account)) return false
  return ctx.account.mode !== 'live' || (await readWay(ctx, integrationId)).record === undefined
}

async function checkEnabled(ctx: Ctx, integrationId: string | null): Promise<void> {
  const named = integrationId === null ? undefined : await ctx.store.find(integration, integrationId)
  if (named?.status === 'disabled') throw problem(integrationUnavailable)
}

/** Parts of a campaign that decide which request it sends. */
type Served = { [K in 'channel' | 'integrationId' | 'templateId' | 'body']?: string | null | undefined }

/** Throws invalid for an integration of another type, and for a webhook that has a body nowhere. */
export async function checkReceiver(
  ctx: Ctx,
  { channel = 'email', integrationId, templateId, body }: Served,
): Promise<void> {
  if (channel === 'email' || typeof integrationId !== 'string') return
  const type = channel === 'sms' ? 'smsHttp' : 'outboundWebhook'
  const found = await ctx.store.find(integration, integrationId)
  if (found?.type !== type) throw invalid(field('integrationId', 'reference', `must be an integration of type ${type}`))
  const hasBody = [templateId, body, found.config?.bodyTemplate].some((each) => typeof each === 'string')
  if (!hasBody) throw invalid(field('body', 'required', 'is needed: the integration has none of its own'))
}
