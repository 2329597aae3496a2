import { Type } from '#kit/values/schema.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { automation } from './automation.ts'
import type { Trigger } from './definitionFields.ts'
import { momentAfter } from './duration.ts'
import { dateOf } from './engine.ts'
import { entranceOf } from './entrance.ts'
import { loadPersons, type RunPerson } from './persons.ts'
import { enterRuns, type Entrance } from './runEnter.ts'
import { removeTimers, setTimers, type claimTimers } from './runRows.ts'

type Timer = RowOf<typeof claimTimers>

/** Contacts of one transaction. */
const pageMax = 500

/** Uuid before all others: where a walk over rows begins. */
export const firstUuid = '00000000-0000-0000-0000-000000000000'

/**
 * The next moment of a date trigger after `after`; undefined when there is none. A yearly date of 29 February is
 * 28 February in other years.
 */
export function nextDate(value: unknown, trigger: Trigger, { after, timeZone }: { after: Date; timeZone: string }) {
  const date = dateOf(value, timeZone)
  if (date === undefined) return undefined
  const offset = trigger.offset ?? 'PT0S'
  if (trigger.isYearly !== true) {
    const at = momentAfter(date, offset, timeZone)
    return at > after ? at : undefined
  }
  const first = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone)
  const year = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).year
  for (let years = Math.max(0, year - first.year - 4); years <= year - first.year + 4; years++) {
    const at = momentAfter(new Date(first.add({ years }).epochMilliseconds), offset, timeZone)
    if (at > after) return at
  }
  return undefined
}

type Dated = { entrance: Entrance; persons: readonly RunPerson[]; after: Date }

/** Sets the timers of contacts in an automation with a date trigger; a contact without a date to come has none. */
async function setDates(ctx: Ctx, { entrance, persons, after }: Dated): Promise<void> {
  const { automationId, definition } = entrance
  const { trigger, settings } = definition
  const moments = persons.map((person) => {
    const timeZone = trigger.timezone ?? person.timezone ?? settings?.timezone ?? ctx.account.timeZone
    return nextDate(person.valueOf(trigger.field ?? ''), trigger, { after, timeZone })
  })
  const dated = persons.filter((_, index) => moments[index] !== undefined)
  const without = persons.filter((_, index) => moments[index] === undefined)
  if (without.length > 0) {
    const values = [without.map(() => automationId), without.map(({ key }) => key)]
    await ctx.db.rows(removeTimers, [ctx.account.id, ...values])
  }
  if (dated.length === 0) return
  const owners = dated.map(() => automationId)
  const due = moments.flatMap((at) => (at === undefined ? [] : at.toISOString()))
  await ctx.db.rows(setTimers, [ctx.account.id, owners, dated.map(({ key }) => key), owners, 'date', due])
}

/** Begins runs of contacts whose date has come, and sets the next date of each. */
export async function enterByDate(ctx: Ctx, timers: readonly Timer[]): Promise<void> {
  for (const [automationId, group] of Map.groupBy(timers, (timer) => timer.automation_id)) {
    const record = await ctx.store.find(automation, encodeId('aut', ctx.account.id, automationId))
    const entrance = await entranceOf(ctx, record)
    const contactIds = group.map((timer) => timer.contact_id)
    if (entrance?.definition.trigger.type !== 'dateAttribute') {
      await ctx.db.rows(removeTimers, [ctx.account.id, group.map(() => automationId), contactIds])
      continue
    }
    const persons = await loadPersons(ctx, contactIds, [])
    const gone = contactIds.filter((id) => !persons.has(id))
    if (gone.length > 0) await ctx.db.rows(removeTimers, [ctx.account.id, gone.map(() => automationId), gone])
    const isDue = ({ contact_id, due_at }: Timer) =>
      isStillDue(ctx, entrance, { person: persons.get(contact_id), due_at })
    const candidates = group.filter(isDue).map((timer) => ({
      contactId: timer.contact_id,
      key: `date:${timer.due_at}`,
      cause: {
        name: 'dateAttribute',
        at: timer.due_at,
        properties: { field: entrance.definition.trigger.field ?? '' },
      },
    }))
    await enterRuns(ctx, entrance, candidates)
    await setDates(ctx, { entrance, persons: [...persons.values()], after: ctx.now() })
  }
}

type Due = { person: RunPerson | undefined; due_at: string }

/** Whether the date of a contact is still that of its timer: it may have changed since. */
function isStillDue(ctx: Ctx, { definition }: Entrance, { person, due_at: dueAt }: Due): boolean {
  if (person === undefined) return false
  const { trigger, settings } = definition
  const timeZone = trigger.timezone ?? person.timezone ?? settings?.timezone ?? ctx.account.timeZone
  const after = new Date(Date.parse(dueAt) - 1)
  const at = nextDate(person.valueOf(trigger.field ?? ''), trigger, { after, timeZone })
  return at?.toISOString() === new Date(dueAt).toISOString()
}

/** Sets the timers of changed contacts in automations with a date trigger. */
export async function setDatesOf(ctx: Ctx, entrance: Entrance, contactIds: readonly string[]): Promise<void> {
  const persons = await loadPersons(ctx, contactIds, [])
  await setDates(ctx, { entrance, persons: [...persons.values()], after: ctx.now() })
}

/** Task that sets the timers of all contacts after an activation, page by page. */
export const seedDates = task(
  'marketing.automation.seedDates',
  'Finds the dates of contacts for an automation.',
  Type.Object({ automationId: Type.String(), version: Type.Integer(), after: Type.String() }),
  async (ctx, { automationId, version, after }) => {
    const entrance = await entranceOf(ctx, await ctx.store.find(automation, automationId))
    if (entrance?.version !== version || entrance.definition.trigger.type !== 'dateAttribute') return
    const page = await ctx.db.rows(contactPage, [ctx.account.id, after, pageMax])
    await setDatesOf(
      ctx,
      entrance,
      page.map(({ id }) => id),
    )
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      ctx.later(seedDates, { automationId, version, after: last.id }, ctx.now())
    }
  },
)

/** Contacts in the order of their row ids. Parameters: account, id before the page, most. */
export const contactPage = statement(
  'marketing_contact.pageForRuns',
  'account',
  `select id from marketing_contact
   where account_id = $1 and id > $2::uuid and deleted_at is null and status <> 'archived' order by id limit $3`,
)
