import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { contactChanged, leadScoreChanged, leadScoreCrossed } from '#products/marketing/facts.ts'
import { advance, predictedCrossing } from './scoreAdvance.ts'
import { expiriesMax, insertEntries, readExpiries, sumEntries, type Expiry, type NewEntry } from './scoreEntries.ts'
import { isByTime } from './scoreFilter.ts'
import { gradeOf } from './scoreGrade.ts'
import {
  coldStatus,
  markAt,
  markedAt,
  noSums,
  passedBetween,
  scoresAt,
  withPoints,
  type Crossing,
  type Scores,
  type Sums,
} from './scoreMath.ts'
import { scoreNames, type ScoreModel } from './scoreModel.ts'

/** A locked row with its sums at this moment, and the thresholds that time has passed since the last write. */
export type HeldScore = {
  contactId: string
  sums: Sums
  status: string
  crossings: Crossing[]
  expiries: Expiry[]
  /** Whether the sums were added up again, so that only the status says where the total was. */
  isResummed: boolean
  /** Version that the row keeps: a pending one stays pending. */
  version: number
}

/**
 * Versions of rows whose sums are to be added up again: at once, after a merge once the caps hold for both contacts, or
 * when all events have been scored again.
 */
const againVersion = -1
const mergedVersion = -2
const suspendedVersion = -3

/** Whether sums stay as they are, without older points that are being scored again, until all of them are. */
export function isSuspended({ epoch, isDeriving }: ScoreModel, version: number): boolean {
  return version === suspendedVersion || (isDeriving && version >= 0 && version !== epoch)
}

function isPending(model: ScoreModel, version: number): boolean {
  return version === mergedVersion || isSuspended(model, version)
}

/** Marks rows of held scores whose events are being scored again. */
export async function suspendScores(ctx: Ctx, contactIds: readonly string[]): Promise<void> {
  await ctx.db.rows(markRows, [ctx.account.id, contactIds, suspendedVersion, null])
}

/** Locks the scores of contacts whose events have been scored again, with all that their entries say. */
export async function resumScores(ctx: Ctx, model: ScoreModel, contactIds: readonly string[]): Promise<HeldScore[]> {
  await ctx.db.rows(markRows, [ctx.account.id, contactIds, againVersion, model.epoch])
  return holdScores(ctx, model, contactIds)
}

/** Interval at which filters that change by time alone are evaluated for each contact with a score. */
const recheckMs = 86_400_000

type Row = RowOf<typeof lockRows>

/**
 * Locks the scores of contacts, makes missing ones, and advances them to now. Sums of another epoch are added up again.
 * Call inside `ctx.atomic` with row ids. Lock order: contacts, then scores, each by id, as in a merge and an erasure.
 */
export async function holdScores(ctx: Ctx, model: ScoreModel, contactIds: readonly string[]): Promise<HeldScore[]> {
  const now = ctx.now()
  await ctx.db.rows(makeRows, [ctx.account.id, contactIds, model.epoch, now.toISOString(), coldStatus])
  const rows = await ctx.db.rows(lockRows, [ctx.account.id, contactIds])
  const expiries = await readExpiries(ctx, model, rows.filter(mayExpire(model)).map(windowOf))
  const isStale = (row: Row) =>
    !isPending(model, row.version) && (row.version !== model.epoch || isCutOff(expiries.get(row.contact_id), now))
  const stale = rows.filter(isStale).map((row) => row.contact_id)
  const summed =
    stale.length === 0 ? undefined : await sumEntries(ctx, model, { contactIds: stale, atMs: now.getTime() })
  const foldedAt = now.toISOString()
  const ahead = await readExpiries(
    ctx,
    model,
    stale.map((contactId) => ({ contactId, foldedAt })),
  )
  return rows.map((row) => {
    const { contact_id: contactId, status } = row
    if (isStale(row)) {
      const sums = summed?.get(contactId) ?? markedAt(model.spans, noSums, now.getTime())
      const later = ahead.get(contactId) ?? []
      return { contactId, status, sums, crossings: [], expiries: later, isResummed: true, version: model.epoch }
    }
    const own = expiries.get(contactId) ?? []
    const later = own.filter(({ expiresAtMs }) => expiresAtMs > now.getTime())
    const from = { sums: sumsOf(model, row), fromMs: Date.parse(row.folded_at), expiries: own }
    const { sums, crossings } = advance(model, from, now.getTime())
    const moved = movedByModel(model, { ...from, status, nowMs: now.getTime() })
    const { version } = row
    return { contactId, status, sums, crossings: [...moved, ...crossings], expiries: later, isResummed: false, version }
  })
}

/** Sums of a held score at this moment; after a merge, until the row has those of both contacts, from their entries. */
export async function presentSums(ctx: Ctx, model: ScoreModel, { contactId, version, sums }: HeldScore): Promise<Sums> {
  const atMs = ctx.now().getTime()
  if (version !== mergedVersion) return markedAt(model.spans, sums, atMs)
  const summed = await sumEntries(ctx, model, { contactIds: [contactId], atMs })
  return summed.get(contactId) ?? markedAt(model.spans, noSums, atMs)
}

/** Thresholds that a change of the model took the total over: another floor, other bounds or thresholds. */
function movedByModel(
  model: ScoreModel,
  { sums, fromMs, status, nowMs }: { sums: Sums; fromMs: number; status: string; nowMs: number },
): Crossing[] {
  const least = leastOf(model, status)
  const { total, status: present } = scoresAt(model, sums, fromMs)
  if (present === status || (status !== coldStatus && !Number.isFinite(least))) return []
  return passedBetween(model, least, total).map((each) => ({ ...each, atMs: nowMs }))
}

function mayExpire(model: ScoreModel) {
  return (row: Row) => row.version === model.epoch && row.expires_next_at !== null
}

function windowOf({ contact_id: contactId, folded_at: foldedAt }: Row) {
  return { contactId, foldedAt }
}

/** Whether more expiries are due than were read: the sums are added up again. */
function isCutOff(expiries: readonly Expiry[] | undefined, now: Date): boolean {
  if (expiries === undefined || expiries.length < expiriesMax) return false
  return (expiries.at(-1)?.expiresAtMs ?? 0) <= now.getTime()
}

/** Adds entries to held scores, writes them and emits what follows. Returns the scores by the row id of the contact. */
export async function writeScores(
  ctx: Ctx,
  model: ScoreModel,
  { held, entries }: { held: readonly HeldScore[]; entries: readonly NewEntry[] },
): Promise<Map<string, Scores>> {
  const nowMs = ctx.now().getTime()
  const inserted = await insertEntries(ctx, entries)
  const pending = new Set(held.filter((each) => isPending(model, each.version)).map((each) => each.contactId))
  const isCounting = ({ id, contactId, kind, expiresAt }: NewEntry) =>
    inserted.has(id) &&
    (expiresAt === null || Date.parse(expiresAt) > nowMs) &&
    // Pending sums hold former points of the rules: the new ones count once the sums are added up again.
    !(pending.has(contactId) && (kind === 'rule' || kind === 'withdrawn'))
  const counted = Map.groupBy(entries.filter(isCounting), (entry) => entry.contactId)
  const written = held.map((each) => withEntries(model, each, { entries: counted.get(each.contactId) ?? [], nowMs }))
  await ctx.db.rows(writeRows, [ctx.account.id, JSON.stringify(written.map((each) => rowOf(ctx, model, each)))])
  for (const each of written) emitMoves(ctx, model, each)
  emitPoints(ctx, { entries: [...counted.values()].flat(), resummed: held.filter((each) => each.isResummed) })
  return new Map(written.map(({ held: { contactId }, scores }) => [contactId, scores]))
}

type Written = { held: HeldScore; scores: Scores; crossings: Crossing[] }

function withEntries(
  model: ScoreModel,
  held: HeldScore,
  { entries, nowMs }: { entries: readonly NewEntry[]; nowMs: number },
): Written {
  const before = held.isResummed ? leastOf(model, held.status) : scoresAt(model, held.sums, nowMs).total
  let { sums } = held
  const expiries = [...held.expiries]
  for (const { score, points, at, expiresAt } of entries) {
    const atMs = Date.parse(at)
    sums = withPoints(model.spans, sums, { score, points, atMs })
    if (expiresAt !== null) expiries.push({ score, points, atMs, expiresAtMs: Date.parse(expiresAt) })
  }
  const scores = scoresAt(model, sums, nowMs)
  const passed = passedBetween(model, before, scores.total).map((each) => ({ ...each, atMs: nowMs }))
  expiries.sort((one, other) => one.expiresAtMs - other.expiresAtMs)
  return { held: { ...held, sums, expiries }, scores, crossings: [...held.crossings, ...passed] }
}

/** The least total of a status; a status of an earlier model counts as cold. */
function leastOf({ thresholds }: ScoreModel, status: string): number {
  return thresholds.find(({ name }) => name === status)?.min ?? Number.NEGATIVE_INFINITY
}

function rowOf(ctx: Ctx, model: ScoreModel, { held, scores }: Written) {
  const { contactId, sums, expiries } = held
  const nowMs = ctx.now().getTime()
  const next = predictedCrossing(model, { sums, fromMs: nowMs, expiries })
  const expiresNext = expiries[0]?.expiresAtMs
  const recheck = model.rules.some(({ filter }) => filter !== null && isByTime(filter)) ? nowMs + recheckMs : undefined
  const due = [next?.atMs, expiresNext, recheck].filter((each) => each !== undefined)
  // The task of a merge writes the row once more, with all sums.
  const isDue = due.length > 0 && held.version !== mergedVersion
  return {
    contact_id: contactId,
    version: held.version,
    ...sums,
    status: scores.status,
    next_threshold: next?.threshold ?? null,
    due_at: isDue ? new Date(Math.min(...due)).toISOString() : null,
    expires_next_at: expiresNext === undefined ? null : new Date(expiresNext).toISOString(),
    folded_at: ctx.now().toISOString(),
  }
}

function emitMoves(ctx: Ctx, model: ScoreModel, { held, scores, crossings }: Written): void {
  const contactId = encodeId('con', ctx.account.id, held.contactId)
  const subject = { id: contactId, status: scores.status, version: 1 }
  const { fit, engagement, total } = scores
  const now = { contactId, fit, engagement, total, grade: gradeOf(model, fit) }
  for (const { threshold, min, direction, atMs } of crossings) {
    ctx.emit(leadScoreCrossed, { ...now, threshold, min, direction, at: new Date(atMs).toISOString() }, subject)
  }
  if (held.status === scores.status) return
  const moved = { status: scores.status, previousStatus: held.status, at: ctx.now().toISOString() }
  ctx.emit(leadScoreChanged, { ...now, ...moved }, subject)
}

/**
 * Points are changes of fields for segments and automations whose filters mention a score. Sums that were added up
 * again may hold any points.
 */
function emitPoints(
  ctx: Ctx,
  { entries, resummed }: { entries: readonly NewEntry[]; resummed: readonly HeldScore[] },
): void {
  const changed = new Set([...entries, ...resummed].map(({ contactId }) => contactId))
  const contactIds = [...changed].map((contactId) => encodeId('con', ctx.account.id, contactId))
  const [id] = contactIds
  if (id === undefined) return
  const names = resummed.length > 0 ? scoreNames : new Set(entries.map(({ score }) => score))
  const fields = [...[...names].map((name) => `score.${name}`), 'score.total', 'score.status', 'score.grade']
  ctx.emit(contactChanged, { contactIds, fields, isNew: false }, { id, status: 'scored', version: 1 })
}

type SumsRow = Pick<Row, 'version' | 'fit' | 'engagement' | 'engagement_plain' | 'decay_mark' | 'folded_at'>

/** Sums of a row. The mark of a pending one counts half-lives of another epoch. */
export function sumsOf(model: ScoreModel, row: SumsRow): Sums {
  const { version, fit, engagement, engagement_plain: plain } = row
  const mark = version === model.epoch ? row.decay_mark : markAt(model.spans, Date.parse(row.folded_at))
  return { fit, engagement, plain, mark }
}

const makeRows = statement(
  'marketing_score.make',
  'account',
  `insert into marketing_score (account_id, contact_id, version, fit, engagement, engagement_plain, decay_mark,
     folded_at, status, updated_at)
   select $1, c.id, $3, 0, 0, 0, 0, $4, $5, $4 from (
     select id from marketing_contact where account_id = $1 and id = any($2::uuid[]) and deleted_at is null
     order by id for key share) c
   on conflict (account_id, contact_id) do nothing`,
)

const lockRows = statement(
  'marketing_score.lock',
  'account',
  `select contact_id, version, fit, engagement, engagement_plain, decay_mark, folded_at, status, expires_next_at
   from marketing_score where account_id = $1 and contact_id = any($2::uuid[]) order by contact_id for update`,
)

const markRows = statement(
  'marketing_score.mark',
  'account',
  `update marketing_score set version = $3
   where account_id = $1 and contact_id = any($2::uuid[]) and version is distinct from $4`,
)

const writeRows = statement(
  'marketing_score.write',
  'account',
  `update marketing_score s set version = n.version, fit = n.fit, engagement = n.engagement,
     engagement_plain = n.plain, decay_mark = n.mark, folded_at = n.folded_at, status = n.status,
     next_threshold = n.next_threshold, due_at = n.due_at, expires_next_at = n.expires_next_at, updated_at = n.folded_at
   from json_to_recordset($2::json) as n (contact_id uuid, version integer, fit double precision,
     engagement double precision, plain double precision, mark double precision, folded_at timestamptz, status text,
     next_threshold text, due_at timestamptz, expires_next_at timestamptz)
   where s.account_id = $1 and s.contact_id = n.contact_id`,
)
