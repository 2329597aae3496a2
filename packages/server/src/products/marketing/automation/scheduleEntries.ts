import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { againAfterDeath, task } from '#kit/nouns/task.ts'
import { countOf, nextOccurrence, type Recurrence } from '#platform/recurrence/recurrence.ts'
import { automation, type Automation } from './automation.ts'
import { contactPage, firstUuid } from './dateEntries.ts'
import type { Definition } from './definitionFields.ts'
import { entranceOf } from './entrance.ts'
import { enterRuns } from './runEnter.ts'
import { fireLater } from './timers.ts'

/** Contacts of one transaction. */
const pageMax = 500

/** The recurrence of a definition with a schedule trigger, counted from the activation. */
export function recurrenceOf({ trigger, settings }: Definition, from: Date, accountZone: string): Recurrence {
  return { rrule: trigger.rrule ?? '', timeZone: trigger.timezone ?? settings?.timezone ?? accountZone, from }
}

const occurrence = Type.Object({
  automationId: Type.String(),
  version: Type.Integer(),
  at: Type.String(),
  after: Type.String(),
  /** The activation that planned it, and its place since then; missing in jobs of earlier releases. */
  since: Type.Optional(Type.String()),
  number: Type.Optional(Type.Integer()),
})

/**
 * Task that begins runs of all contacts at a moment of a recurrence, page by page, and plans the next moment. One that
 * a former activation planned ends there. After a dead job another one goes on, or the recurrence would end.
 */
export const recur = task('marketing.automation.recur', 'Begins the runs of a recurrence.', occurrence, {
  async handle(ctx, { automationId, version, at, after, since, number = 1 }) {
    const record = await ctx.store.find(automation, automationId)
    const entrance = await entranceOf(ctx, record)
    if (record === undefined || entrance?.version !== version) return
    if (since !== undefined && since !== sinceOf(record)) return
    if (after === firstUuid)
      planNext(ctx, record, { definition: entrance.definition, at: new Date(at), number: number + 1 })
    const page = await ctx.db.rows(contactPage, [ctx.account.id, after, pageMax])
    const cause = { name: 'schedule', at, properties: {} }
    const candidates = page.map(({ id }) => ({ contactId: id, key: `schedule:${at}`, cause }))
    if ((await enterRuns(ctx, entrance, candidates)).length > 0) fireLater(ctx, ctx.now())
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      ctx.later(recur, { automationId, version, at, after: last.id, since: sinceOf(record), number }, ctx.now())
    }
  },
  async failed(ctx, payload) {
    ctx.later(recur, payload, againAfterDeath(ctx))
  },
})

/** `number`: place of the next moment since the activation. */
type Plan = { definition: Definition; at: Date; number: number }

/** Queues the task of the next moment of a recurrence after `at`; a moment that has passed is left out. */
export function planNext(ctx: Ctx, record: Automation, { definition, at, number }: Plan): void {
  if (number > (countOf(definition.trigger.rrule ?? '') ?? Infinity)) return
  const { id: automationId, definitionVersion: version } = record
  const since = sinceOf(record)
  const after = new Date(Math.max(at.getTime(), ctx.now().getTime() - 1))
  const next = nextOccurrence(recurrenceOf(definition, new Date(since), ctx.account.timeZone), after)
  if (next === undefined) return
  ctx.later(recur, { automationId, version, at: next.toISOString(), after: firstUuid, since, number }, next)
}

/** The last activation. */
function sinceOf({ activatedAt, createdAt }: Automation): string {
  return activatedAt ?? createdAt
}
