import type { Ctx } from '#kit/call/context.ts'
import { field, unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import { senderTypes } from '#products/marketing/integration/integrationFields.ts'
import { knownTopics } from '#products/marketing/contact/topicKeys.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { readModel } from '#products/marketing/score/scoreModel.ts'
import { template } from '#products/marketing/template/template.ts'
import { variableProblems } from '#products/marketing/template/templateVariables.ts'
import { findVersion } from '#products/marketing/template/templateVersions.ts'
import type { AutomationNode, Definition, Trigger } from './definitionFields.ts'

/** Types of templates and of integrations that a sending node takes. */
const fitting: Readonly<Record<string, { template?: string; integration: ReadonlySet<string> }>> = {
  sendEmail: { template: 'email', integration: senderTypes },
  sendSms: { template: 'sms', integration: new Set(['smsHttp']) },
  sendWebhook: { integration: new Set(['outboundWebhook']) },
}

/** A threshold, topics, templates and integrations that do not fit, and values that variables do not take. */
export async function recordProblems(ctx: Ctx, { trigger, nodes }: Definition): Promise<FieldProblem[]> {
  const problems = await thresholdProblems(ctx, trigger)
  const topics = await knownTopics(
    ctx,
    nodes.flatMap(({ topic }) => topic ?? []),
  )
  for (const [index, node] of nodes.entries()) {
    problems.push(...(await giftProblems(ctx, node, `/nodes/${index}`)))
    const fits = fitting[node.type]
    if (fits === undefined) continue
    const path = `/nodes/${index}`
    if (node.topic !== undefined && !topics.has(node.topic)) problems.push(unknownReference(`${path}/topic`))
    if (node.templateId !== undefined) problems.push(...(await templateProblems(ctx, node, path)))
    if (node.integrationId === undefined) continue
    const found = await ctx.store.find(integration, node.integrationId)
    if (found !== undefined && !fits.integration.has(found.type)) {
      problems.push(field(`${path}/integrationId`, 'type', `names an integration of the type ${found.type}`))
    }
  }
  return problems
}

/** A coupon or reward that is not there, or that the caller may not read. */
async function giftProblems(ctx: Ctx, { couponId, rewardId }: AutomationNode, path: string): Promise<FieldProblem[]> {
  const named = Object.entries({ couponId, rewardId }).flatMap(([name, id]) => (id === undefined ? [] : [{ name, id }]))
  if (named.length === 0) return []
  const known = await ctx.cards(named.map(({ id }) => id))
  return named.flatMap(({ name, id }) => (known.has(id) ? [] : [unknownReference(`${path}/${name}`)]))
}

/** A threshold that the model of the account does not have: its trigger would never fire. */
async function thresholdProblems(ctx: Ctx, { threshold }: Trigger): Promise<FieldProblem[]> {
  if (threshold === undefined) return []
  const names = (await readModel(ctx)).thresholds.map(({ name }) => name)
  if (names.includes(threshold)) return []
  return [field('/trigger/threshold', 'exists', `names no threshold of the lead score: ${names.join(', ') || 'none'}`)]
}

async function templateProblems(ctx: Ctx, node: AutomationNode, path: string): Promise<FieldProblem[]> {
  const found = await ctx.store.find(template, node.templateId ?? '')
  if (found === undefined) return []
  const type = fitting[node.type]?.template
  if (found.type !== type) return [field(`${path}/templateId`, 'type', `must be a template of the type ${type}`)]
  const texts = await findVersion(ctx, rowId('tpl', found.id), found.currentVersion)
  return texts === undefined ? [] : variableProblems(texts.variables, node.variables ?? {}, `${path}/variables`)
}
