import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { nextOccurrence, type Recurrence } from '#platform/recurrence/recurrence.ts'
import { automation } from './automation.ts'
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
})

/** Task that begins runs of all contacts at a moment of a recurrence, page by page, and plans the next moment. */
export const recur = task(
  'marketing.automation.recur',
  'Begins the runs of a recurrence.',
  occurrence,
  async (ctx, { automationId, version, at, after }) => {
    const record = await ctx.store.find(automation, automationId)
    const entrance = await entranceOf(ctx, record)
    if (record === undefined || entrance?.version !== version) return
    if (after === firstUuid) planNext(ctx, { automationId, version, definition: entrance.definition, at: new Date(at) })
    const page = await ctx.db.rows(contactPage, [ctx.account.id, after, pageMax])
    const cause = { name: 'schedule', at, properties: {} }
    const candidates = page.map(({ id }) => ({ contactId: id, key: `schedule:${at}`, cause }))
    if ((await enterRuns(ctx, entrance, candidates)).length > 0) fireLater(ctx, ctx.now())
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      ctx.later(recur, { automationId, version, at, after: last.id }, ctx.now())
    }
  },
)

type Plan = { automationId: string; version: number; definition: Definition; at: Date }

/** Queues the task of the next moment of a recurrence after `at`; a moment that has passed is left out. */
export function planNext(ctx: Ctx, { automationId, version, definition, at }: Plan): void {
  const after = new Date(Math.max(at.getTime(), ctx.now().getTime() - 1))
  const next = nextOccurrence(recurrenceOf(definition, at, ctx.account.timeZone), after)
  if (next === undefined) return
  ctx.later(recur, { automationId, version, at: next.toISOString(), after: firstUuid }, next)
}
