import { Type } from '#kit/values/schema.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { automation } from './automation.ts'
import type { Trigger } from './definitionFields.ts'
import { momentAfter } from './duration.ts'
import { dateOf, isDay } from './engine.ts'
import { entranceOf } from './entrance.ts'
import { loadPersons, type RunPerson } from './persons.ts'
import { enterRuns, type Entrance } from './runEnter.ts'
import { removeTimers, setTimers, type claimTimers } from './runRows.ts'

type Timer = RowOf<typeof claimTimers>

/** Contacts of one transaction. */
const pageMax = 500

/** Uuid before all others: where a walk over rows begins. */
export const firstUuid = '00000000-0000-0000-0000-000000000000'

/** An occurrence of a date trigger: its moment, and the key of an entry by it. */
export type DateOccurrence = { at: Date; key: string }

/** Years that a yearly date is looked for: an offset passes three at most. */
const yearsMax = 8

/**
 * The next occurrence of a date trigger after `after`; undefined when there is none. A yearly date of 29 February is
 * 28 February in other years. The key names the date, not the moment, so that a contact enters by it once in all zones.
 */
export function nextDate(
  value: unknown,
  trigger: Trigger,
  { after, timeZone }: { after: Date; timeZone: string },
): DateOccurrence | undefined {
  const first = dateOf(value, timeZone)
  if (first === undefined) return undefined
  const { field = '', offset = 'PT0S' } = trigger
  const start = zonedAt(first, timeZone)
  // A day is counted as a day: its midnight may be missing in one year and not in another one.
  const day = isDay(value) ? Temporal.PlainDate.from(value) : undefined
  const isYearly = trigger.isYearly === true
  const least = isYearly ? Math.max(0, zonedAt(after, timeZone).year - start.year - yearsMax / 2) : 0
  for (let years = least; years <= least + (isYearly ? yearsMax : 0); years++) {
    const date = day?.add({ years })
    const moment = date?.toZonedDateTime(timeZone) ?? start.add({ years })
    const at = momentAfter(new Date(moment.epochMilliseconds), offset, timeZone)
    const name = date?.toString() ?? new Date(moment.epochMilliseconds).toISOString()
    if (at > after) return { at, key: `date:${field}:${name}:${offset}` }
  }
  return undefined
}

function zonedAt(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}

/** Most that two time zones differ by. */
const zonesMs = 26 * 3_600_000

/** `isMoved`: the contacts have another time zone. */
type Dated = { entrance: Entrance; persons: readonly RunPerson[]; isMoved?: boolean | undefined }

/**
 * Sets the timers of contacts in an automation with a date trigger; a contact without a date to come has none. Returns
 * whether one is due.
 */
async function setDates(ctx: Ctx, { entrance, persons, isMoved = false }: Dated): Promise<boolean> {
  const { automationId, definition } = entrance
  const { trigger, settings } = definition
  const values = [automationId, persons.map(({ key }) => key), ctx.now().toISOString()]
  const rows = isMoved ? await ctx.db.rows(datesToCome, [ctx.account.id, ...values]) : []
  const toCome = new Map(rows.map((row) => [row.contact_id, Date.parse(row.due_at)]))
  const moments = persons.map((person) => {
    const timeZone = trigger.timezone ?? person.timezone ?? settings?.timezone ?? ctx.account.timeZone
    // A date that was to come may have begun in the new zone: it is due now.
    const after = new Date(Math.min(ctx.now().getTime(), (toCome.get(person.key) ?? Infinity) - zonesMs))
    return nextDate(person.valueOf(trigger.field ?? ''), trigger, { after, timeZone })?.at
  })
  const dated = persons.filter((_, index) => moments[index] !== undefined)
  const without = persons.filter((_, index) => moments[index] === undefined)
  if (without.length > 0) {
    const values = [without.map(() => automationId), without.map(({ key }) => key)]
    await ctx.db.rows(removeTimers, [ctx.account.id, ...values])
  }
  if (dated.length === 0) return false
  const owners = dated.map(() => automationId)
  const due = moments.flatMap((at) => (at === undefined ? [] : at.toISOString()))
  await ctx.db.rows(setTimers, [ctx.account.id, owners, dated.map(({ key }) => key), owners, 'date', due])
  return moments.some((at) => at !== undefined && at <= ctx.now())
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
    const { field = '' } = entrance.definition.trigger
    const candidates = group.flatMap((timer) => {
      const key = dueKey(ctx, entrance, { person: persons.get(timer.contact_id), due_at: timer.due_at })
      const cause = { name: 'dateAttribute', at: timer.due_at, properties: { field } }
      return key === undefined ? [] : [{ contactId: timer.contact_id, key, cause }]
    })
    await enterRuns(ctx, entrance, candidates)
    await setDates(ctx, { entrance, persons: [...persons.values()] })
  }
}

type Due = { person: RunPerson | undefined; due_at: string }

/** Key of the occurrence of a timer; undefined where the date of the contact is no longer that of the timer. */
function dueKey(ctx: Ctx, { definition }: Entrance, { person, due_at: dueAt }: Due): string | undefined {
  if (person === undefined) return undefined
  const { trigger, settings } = definition
  const timeZone = trigger.timezone ?? person.timezone ?? settings?.timezone ?? ctx.account.timeZone
  const after = new Date(Date.parse(dueAt) - 1)
  const found = nextDate(person.valueOf(trigger.field ?? ''), trigger, { after, timeZone })
  return found?.at.getTime() === Date.parse(dueAt) ? found.key : undefined
}

/** Sets the timers of changed contacts in automations with a date trigger. Returns whether one is due. */
export async function setDatesOf(
  ctx: Ctx,
  entrance: Entrance,
  { contactIds, isMoved }: { contactIds: readonly string[]; isMoved?: boolean | undefined },
): Promise<boolean> {
  const persons = await loadPersons(ctx, contactIds, [])
  return setDates(ctx, { entrance, persons: [...persons.values()], isMoved })
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
    await setDatesOf(ctx, entrance, { contactIds: page.map(({ id }) => id) })
    const last = page.at(-1)
    if (last !== undefined && page.length === pageMax) {
      ctx.later(seedDates, { automationId, version, after: last.id }, ctx.now())
    }
  },
)

const datesToCome = statement(
  'marketing_timer.datesToCome',
  'account',
  `select contact_id, due_at from marketing_timer
   where account_id = $1 and owner_id = $2 and contact_id = any($3::uuid[]) and kind = 'date' and due_at > $4`,
)

/** Contacts in the order of their row ids. Parameters: account, id before the page, most. */
export const contactPage = statement(
  'marketing_contact.pageForRuns',
  'account',
  `select id from marketing_contact
   where account_id = $1 and id > $2::uuid and deleted_at is null and status <> 'archived' order by id limit $3`,
)
