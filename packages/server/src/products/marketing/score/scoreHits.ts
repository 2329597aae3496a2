import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { CapWalk, type CapHit, type CappedRule } from './scoreCaps.ts'
import type { NewEntry } from './scoreEntries.ts'
import { isEventOf } from './scoreFilter.ts'
import type { ScoreModel, ScoreRule } from './scoreModel.ts'

/** An event of a contact, by row ids. */
export type ScoredEvent = { id: string; contactId: string; name: string; at: string; properties: unknown }

/** Place in the events of contacts: contacts by id, and their events by time. */
export type EventPlace = { contactId: string; at: string; id: string }

/** Rules with an event. */
export function eventRulesOf({ rules }: Pick<ScoreModel, 'rules'>): ScoreRule[] {
  return rules.filter(({ event }) => event !== null)
}

/** Whether a rule gives points for an event, apart from its cap. */
export function isHit(rule: ScoreRule, event: ScoredEvent): boolean {
  return rule.event !== null && isEventOf(rule.event, event)
}

/** Walks of capped rules over the events of each contact, by `capKey`. */
export type CapWalks = Map<string, CapWalk>

function capKey(rule: ScoreRule, contactId: string): string {
  return `${rule.ruleId} ${contactId}`
}

/**
 * Entries that new events add by the rules of the model, within the caps. An event that arrives late reduces the points
 * of later events. Call with the scores of the contacts held.
 */
export async function entriesOfEvents(
  ctx: Ctx,
  model: ScoreModel,
  events: readonly ScoredEvent[],
): Promise<NewEntry[]> {
  const walks = await readWalks(ctx, model, { events, isOpen: true })
  const entries: NewEntry[] = []
  for (const rule of eventRulesOf(model)) {
    const hits = events.filter((event) => isHit(rule, event))
    for (const [contactId, own] of Map.groupBy(hits, (event) => event.contactId)) {
      const walk = walks.get(capKey(rule, contactId))
      entries.push(...(await entriesOfHits(ctx, model, { rule, contactId, walk, hits: own })))
    }
  }
  return entries
}

type Hits = { rule: ScoreRule; contactId: string; walk: CapWalk | undefined; hits: readonly ScoredEvent[] }

type WalkedHits = Hits & { walk: CapWalk }

async function entriesOfHits(ctx: Ctx, model: ScoreModel, { rule, contactId, walk, hits }: Hits): Promise<NewEntry[]> {
  const first = hits[0]
  if (walk === undefined || first === undefined) return hits.map((event) => wholeEntry(ctx, model, { rule, event }))
  const isLater = walk.isLater(Date.parse(first.at), new Set(hits.map(({ id }) => id)))
  if (!isLater) return gradedEntries(ctx, model, { rule, contactId, walk, hits })
  return gradeAgain(ctx, model, { rule, contactId, walk, hits })
}

/** Grades events of one contact again from the first of some late ones on, until the cap has its former state. */
async function gradeAgain(
  ctx: Ctx,
  model: ScoreModel,
  { rule, contactId, walk, hits }: WalkedHits,
): Promise<NewEntry[]> {
  const { gradedFrom } = rule
  const isFixed = ({ at }: ScoredEvent) => gradedFrom !== null && at < gradedFrom
  const entries = gradedEntries(ctx, model, { rule, contactId, walk, hits: hits.filter(isFixed) })
  const late = [hits[0]?.at ?? '', gradedFrom ?? ''].toSorted().at(-1) ?? ''
  const lastMs = Date.parse(hits.at(-1)?.at ?? '')
  let from: EventPlace | undefined = { contactId, at: late, id: leastId }
  while (from !== undefined) {
    const place: EventPlace = from
    const { events, next } = await readEvents(ctx, { rules: [rule], from: place, lastId: contactId })
    const found = events.filter((event) => isHit(rule, event))
    entries.push(...gradedEntries(ctx, model, { rule, contactId, walk, hits: found }))
    const atMs = Date.parse(next?.at ?? '')
    const isSettled = atMs > Math.max(lastMs, walk.changedAtMs + (rule.cap?.perMs ?? 0))
    from = isSettled ? undefined : next
  }
  return entries
}

/** Entries that a page of events of contacts adds, with walks that stand at the first of them. */
export function entriesOfPage(
  ctx: Ctx,
  model: ScoreModel,
  { events, walks }: { events: readonly ScoredEvent[]; walks: CapWalks },
): NewEntry[] {
  return eventRulesOf(model).flatMap((rule) => {
    const { gradedFrom } = rule
    const hits = events.filter((event) => (gradedFrom === null || event.at >= gradedFrom) && isHit(rule, event))
    if (rule.cap === null) return hits.map((event) => wholeEntry(ctx, model, { rule, event }))
    return [...Map.groupBy(hits, (event) => event.contactId)].flatMap(([contactId, own]) => {
      const walk = walks.get(capKey(rule, contactId)) ?? new CapWalk(cappedRule(rule), [])
      walks.set(capKey(rule, contactId), walk)
      return gradedEntries(ctx, model, { rule, contactId, walk, hits: own })
    })
  })
}

function gradedEntries(ctx: Ctx, model: ScoreModel, { rule, contactId, walk, hits }: WalkedHits): NewEntry[] {
  const graded = hits.map(({ id, at }): CapHit => ({ eventId: id, atMs: Date.parse(at) }))
  return walk.grade(graded).map(({ eventId, atMs, difference, isNew }) => {
    const entry = hitEntry(ctx, model, { rule, contactId, eventId, at: new Date(atMs).toISOString() })
    if (isNew) return { ...entry, points: difference }
    // Points that stand are never changed: an entry of its own adds to them or takes from them.
    const isLess = Math.sign(difference) !== Math.sign(rule.points)
    const kind = isLess ? ('withdrawn' as const) : entry.kind
    return { ...entry, kind, points: difference, key: `${entry.key}:${entry.id}` }
  })
}

function wholeEntry(ctx: Ctx, model: ScoreModel, { rule, event }: { rule: ScoreRule; event: ScoredEvent }): NewEntry {
  const { id: eventId, contactId, at } = event
  return { ...hitEntry(ctx, model, { rule, contactId, eventId, at }), points: rule.points }
}

type Hit = { rule: ScoreRule; contactId: string; eventId: string; at: string }

/** An entry of an event. One that has expired by now counts at moments of the past. */
function hitEntry(ctx: Ctx, model: ScoreModel, { rule, contactId, eventId, at }: Hit) {
  const { expiresAfterMs } = rule
  const expiresAt = expiresAfterMs === null ? null : new Date(Date.parse(at) + expiresAfterMs).toISOString()
  const key = `${model.epoch}:${rule.ruleId}:${eventId}`
  return { ...ruleEntry(ctx, model, rule), contactId, at, startsAt: at, expiresAt, key }
}

/** Common fields of the entries of a rule. */
export function ruleEntry(ctx: Ctx, model: ScoreModel, { score, ruleId, name }: ScoreRule) {
  const id = uuidv7(ctx.now().getTime())
  return { id, score, kind: 'rule' as const, ruleId, version: model.version, reason: name }
}

function cappedRule({ points, cap }: ScoreRule): CappedRule {
  return { points, cap: cap ?? { max: 0, perMs: 0 } }
}

/**
 * Walks of the capped rules that stand before events of contacts, with the points of the periods before. `isOpen`: with
 * those after the events as well.
 */
export async function readWalks(
  ctx: Ctx,
  model: ScoreModel,
  { events, isOpen }: { events: readonly ScoredEvent[]; isOpen: boolean },
): Promise<CapWalks> {
  const rules = eventRulesOf(model).filter(({ cap }) => cap !== null)
  if (rules.length === 0 || events.length === 0) return new Map()
  const byContact = [...Map.groupBy(events, ({ contactId }) => contactId)]
  const longestMs = Math.max(...rules.map(({ cap }) => cap?.perMs ?? 0))
  const times = byContact.map(([, own]) => own.map(({ at }) => at).toSorted())
  const since = times.map(([first]) => new Date(Date.parse(first ?? '') - longestMs).toISOString())
  const until = times.map((own) => (isOpen ? 'infinity' : (own.at(-1) ?? '')))
  const values = [byContact.map(([id]) => id), since, until, rules.map(({ ruleId }) => ruleId), model.epoch]
  const rows = await ctx.db.rows(readGiven, [ctx.account.id, ...values])
  const grantsOf = Map.groupBy(rows, (row) => `${row.rule_id} ${row.contact_id}`)
  return new Map(
    rules.flatMap((rule) =>
      byContact.map(([contactId]): [string, CapWalk] => {
        const given = (grantsOf.get(capKey(rule, contactId)) ?? []).map((row) => ({
          eventId: row.event_id ?? '',
          atMs: Date.parse(row.starts_at),
          points: row.points ?? 0,
        }))
        return [capKey(rule, contactId), new CapWalk(cappedRule(rule), given)]
      }),
    ),
  )
}

/** Events of a page: fewer where many rules look at each. */
const eventsMax = 2_000
const pageEntriesMax = 40_000
const leastId = '00000000-0000-0000-0000-000000000000'

/** The place before all events of the contacts whose ids follow one. */
export function placeAfter(contactId: string | null): EventPlace {
  return { contactId: contactId ?? leastId, at: 'infinity', id: leastId }
}

/** The place before all events of a contact. */
export function placeBefore(contactId: string): EventPlace {
  return { contactId, at: '-infinity', id: leastId }
}

/** The page of events at rules after a place, up to those of the last contact. `next`: the place of the next page. */
export async function readEvents(
  ctx: Ctx,
  { rules, from, lastId }: { rules: readonly ScoreRule[]; from: EventPlace; lastId: string },
): Promise<{ events: ScoredEvent[]; next: EventPlace | undefined }> {
  const names = [...new Set(rules.flatMap(({ event }) => event?.event ?? []))]
  if (names.length === 0) return { events: [], next: undefined }
  const limit = Math.min(eventsMax, Math.ceil(pageEntriesMax / rules.length))
  const values = [from.contactId, from.at, from.id, lastId, names, limit]
  const rows = await ctx.db.rows(pastEvents, [ctx.account.id, ...values])
  const events = rows.map(({ contact_id: contactId, ...event }) => ({ ...event, contactId }))
  const last = events.at(-1)
  if (last === undefined || events.length < limit) return { events, next: undefined }
  return { events, next: { contactId: last.contactId, at: last.at, id: last.id } }
}

const readGiven = statement(
  'marketing_score_entry.given',
  'account',
  `select e.contact_id, e.rule_id, e.starts_at, split_part(e.key, ':', 3) as event_id, sum(e.points) as points
   from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as n (contact_id, since, until)
   join marketing_score_entry e on e.contact_id = n.contact_id and e.starts_at between n.since and n.until
   where e.account_id = $1 and e.rule_id = any($5::text[]) and e.version >= $6 and e.key is not null
   group by e.contact_id, e.rule_id, e.starts_at, split_part(e.key, ':', 3)`,
)

// The index of the primary key has this order. Events of other names are read and left out. The lower bound alone says
// nothing new: the planner estimates the range of contacts by it.
const pastEvents = statement(
  'marketing_event.past',
  'account',
  `select id, contact_id, name, at, properties from marketing_event
   where account_id = $1 and (contact_id, at, id) > ($2::uuid, $3::timestamptz, $4::uuid)
     and contact_id >= $2 and contact_id <= $5 and name = any($6::text[])
   order by contact_id, at, id limit $7`,
)
