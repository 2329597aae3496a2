import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { AutomationNode, Definition } from './definitionFields.ts'
import { momentAfter } from './duration.ts'
import { stepKey } from './engine.ts'
import { addPoints } from '#products/marketing/score/scorePoints.ts'
import { emitChanges, type ChangedContact } from '#products/marketing/contact/contactChanges.ts'
import { applyToContact } from './contactEffect.ts'
import { give } from './giftEffects.ts'
import { getAutomationEntrance } from './entrance.ts'
import { capLock, queueMessages, type NewMessage } from '#products/marketing/message/messageQueue.ts'
import type { RunPerson } from './persons.ts'
import { enterRuns } from './runEnter.ts'
import type { RunEvent } from './runEvent.ts'
import { messagesSince, type lockRuns } from './runRows.ts'
import { giftTypes, sendingTypes } from './nodeShapes.ts'

/** The effect of a step of a run. */
export type Effect = {
  run: RowOf<typeof lockRuns>
  person: RunPerson
  node: AutomationNode
  iteration: number
  definition: Definition
  /** The event of the run at this step. */
  event: RunEvent | undefined
}

/** Outcomes by the key of the step, and reasons of failure by run. */
export type Carried = { outcomes: Map<string, string>; failed: Map<string, string> }

/**
 * Carries out effects in the transaction of their steps. What leaves the database is a queued message under the key of
 * its step, so that a repeat of the transaction queues it once. Messages come last: the lock of caps is held briefly,
 * and nothing waits for a contact behind it.
 */
export async function carryOut(ctx: Ctx, effects: readonly Effect[]): Promise<Carried> {
  const carried: Carried = { outcomes: new Map(), failed: new Map() }
  const ofType = (type: string) => effects.filter(({ node }) => node.type === type)
  await score(ctx, ofType('addScore'), carried)
  await change(ctx, ofType('updateContact'), carried)
  for (const effect of ofType('enrol')) carried.outcomes.set(keyOf(effect), await enrol(ctx, effect))
  for (const effect of effects.filter(({ node }) => giftTypes.has(node.type))) {
    const key = keyOf(effect)
    carried.outcomes.set(key, await give(ctx, { key, contact: effect.run.contact_id, node: effect.node }))
  }
  const sending = effects.filter(({ node }) => sendingTypes.has(node.type))
  if (sending.length > 0) await send(ctx, sending, carried)
  return carried
}

function keyOf({ run, node, iteration }: Effect): string {
  return stepKey(run.id, node.nodeId, iteration)
}

async function send(ctx: Ctx, effects: readonly Effect[], { outcomes, failed }: Carried): Promise<void> {
  const templates = await knownTemplates(ctx, effects)
  const capped = await cappedAmong(ctx, effects)
  const going = effects.filter((effect) => {
    const { node, definition, run } = effect
    if (capped.has(effect)) {
      outcomes.set(keyOf(effect), 'skipped: capped')
      return false
    }
    if (node.templateId === undefined || templates.has(node.templateId)) return true
    outcomes.set(keyOf(effect), 'skipped: template_deleted')
    if (definition.settings?.onDeletedTemplate !== 'skip') failed.set(run.id, 'template_deleted')
    return false
  })
  if (going.length === 0) return
  const queued = await queueMessages(
    ctx,
    going.map((effect) => messageOf(ctx, effect)),
  )
  for (const [index, effect] of going.entries()) {
    const { state, skipReason } = queued[index] ?? {}
    outcomes.set(keyOf(effect), state === 'skipped' ? `skipped: ${skipReason ?? 'unknown'}` : 'queued')
  }
}

async function knownTemplates(ctx: Ctx, effects: readonly Effect[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(effects.flatMap(({ node }) => node.templateId ?? []))]
  const known = new Set<string>()
  for (let at = 0; at < ids.length; at += cardsMax) {
    for (const id of (await ctx.cards(ids.slice(at, at + cardsMax))).keys()) known.add(id)
  }
  return known
}

/** Ids that one call of `ctx.cards` takes. */
const cardsMax = 200

/**
 * Effects whose contact has had its messages of the period, of all sources: those of the other effects count, whatever
 * their automation.
 */
async function cappedAmong(ctx: Ctx, effects: readonly Effect[]): Promise<ReadonlySet<Effect>> {
  const capped = new Set<Effect>()
  const isCapped = ({ definition }: Effect) => definition.settings?.frequencyCap !== undefined
  if (!effects.some(isCapped)) return capped
  await ctx.lock(capLock)
  const sentBy = new Map<Definition, ReadonlyMap<string, number>>()
  for (const [definition, group] of Map.groupBy(effects, (effect) => effect.definition)) {
    sentBy.set(definition, await sentWithin(ctx, definition, group))
  }
  const going = new Map<string, number>()
  // Effects without a cap leave in any case.
  for (const effect of effects.toSorted((one, other) => Number(isCapped(one)) - Number(isCapped(other)))) {
    const { definition, node, run } = effect
    const { max } = definition.settings?.frequencyCap ?? {}
    const count = going.get(run.contact_id) ?? 0
    if (max !== undefined && (sentBy.get(definition)?.get(run.contact_id) ?? 0) + count >= max) capped.add(effect)
    else if (node.type !== 'sendWebhook') going.set(run.contact_id, count + 1)
  }
  return capped
}

/** Messages to the contacts of effects within the period of the cap of their definition; none without a cap. */
async function sentWithin(ctx: Ctx, { settings }: Definition, effects: readonly Effect[]) {
  const cap = settings?.frequencyCap
  if (cap === undefined) return new Map<string, number>()
  const since = momentAfter(ctx.now(), `-${cap.per}`, ctx.account.timeZone).toISOString()
  const rows = await ctx.db.rows(messagesSince, [ctx.account.id, effects.map(({ run }) => run.contact_id), since])
  return new Map(rows.map((row) => [row.contact_id, row.messages]))
}

const channels: Readonly<Record<string, NewMessage['channel']>> = {
  sendEmail: 'email',
  sendSms: 'sms',
  sendWebhook: 'webhook',
}

function messageOf(ctx: Ctx, effect: Effect): NewMessage {
  const { run, node, iteration, event } = effect
  return {
    key: keyOf(effect),
    contactId: run.contact_id,
    channel: channels[node.type] ?? 'email',
    runId: run.id,
    nodeId: node.nodeId,
    iteration,
    templateId: node.templateId === undefined ? null : uuidOf('tpl', node.templateId),
    integrationId: node.integrationId === undefined ? null : uuidOf('int', node.integrationId),
    topic: node.topic ?? null,
    content: contentOf(node),
    subject: node.subjectOverride ?? null,
    from: node.from ?? null,
    replyTo: node.replyTo ?? null,
    data: { event: event ?? null, run: runData(ctx, effect), variables: node.variables ?? {} },
  }
}

/** Data of a run, which its mails read as `run`. */
function runData(ctx: Ctx, { run, node, iteration }: Pick<Effect, 'run' | 'node' | 'iteration'>) {
  const { id: accountId } = ctx.account
  const [id, automationId] = [encodeId('run', accountId, run.id), encodeId('aut', accountId, run.automation_id)]
  return { id, automationId, startedAt: run.started_at, nodeId: node.nodeId, iteration }
}

function contentOf({ inline, bodyTemplate }: AutomationNode): NewMessage['content'] {
  if (inline !== undefined) return inline
  return bodyTemplate === undefined ? null : { format: 'text', body: bodyTemplate }
}

/** Changes the contacts of all runs, and emits changes that are alike as one fact of their automation. */
async function change(ctx: Ctx, effects: readonly Effect[], { outcomes }: Carried): Promise<void> {
  for (const group of Map.groupBy(effects, ({ run }) => `${run.automation_id} ${run.version}`).values()) {
    const changes: ChangedContact[] = []
    for (const effect of group) {
      const applied = await applyToContact(ctx, effect)
      outcomes.set(keyOf(effect), applied.outcome)
      changes.push(...applied.changes)
    }
    const { automation_id: id = '', version = 1 } = group[0]?.run ?? {}
    emitChanges(ctx, changes, { id: encodeId('aut', ctx.account.id, id), status: 'active', version })
  }
}

/** Adds the points of all runs at once: a batch of timers has hundreds of them. */
async function score(ctx: Ctx, effects: readonly Effect[], { outcomes }: Carried): Promise<void> {
  const given = effects.map((effect) => {
    const { points = 0, score: name = 'engagement', reason = '' } = effect.node
    return { contactId: effect.run.contact_id, score: name, points, reason, key: keyOf(effect) }
  })
  const scored = await addPoints(ctx, given)
  for (const { contactId, key } of given)
    outcomes.set(key, scored.has(contactId) ? 'scored' : 'skipped: contact_deleted')
}

async function enrol(ctx: Ctx, effect: Effect): Promise<string> {
  const { node, run, event } = effect
  const entrance = await getAutomationEntrance(ctx, node)
  if (entrance === undefined) return 'skipped: not_active'
  const cause = event ?? { name: 'manual', at: ctx.now().toISOString(), properties: {} }
  const entered = await enterRuns(ctx, entrance, [{ contactId: run.contact_id, key: `enrol:${keyOf(effect)}`, cause }])
  return entered.length > 0 ? 'enrolled' : 'skipped: re_entry'
}
