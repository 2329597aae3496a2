import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { advance, predictedCrossing } from './scoreAdvance.ts'
import { expiriesMax, readExpiries, sumEntries, type Expiry } from './scoreEntries.ts'
import { gradeOf } from './scoreGrade.ts'
import { markAt, markedAt, noSums, scoresAt, type Crossing, type Scores, type Sums } from './scoreMath.ts'
import type { ScoreModel } from './scoreModel.ts'
import { isSuspended, sumsOf } from './scoreRows.ts'

/** Entries that one response explains or lists. */
export const entriesMax = 200

/** Expiries that a prediction for one contact looks at, and how many times more it reads until it has a crossing. */
const expiriesAheadMax = 20_000
const moreExpiries = 10

/** Scores of a contact at a moment, as its owner reads them. */
export async function viewScore(ctx: Ctx, model: ScoreModel, { contactId, atMs }: { contactId: string; atMs: number }) {
  const seen = await sumsAt(ctx, model, { contactId, atMs })
  const { fit, engagement, total, status } = scoresAt(model, seen.sums, atMs)
  const next = await crossingAfter(ctx, model, { contactId, atMs, seen })
  const grade = gradeOf(model, fit)
  return { status, fit, engagement, total, grade, asOf: new Date(atMs).toISOString(), nextCrossing: presented(next) }
}

/**
 * Entries that count at a moment, with the points that decay has left, the newest first. The rest sums up the other
 * entries, and the points by which the floor and the bounds change the scores.
 */
export async function explainScore(
  ctx: Ctx,
  model: ScoreModel,
  { contactId, atMs, score }: { contactId: string; atMs: number; score: Pick<Scores, 'fit' | 'engagement' | 'total'> },
) {
  const values = [contactId, new Date(atMs).toISOString(), model.epoch, entriesMax]
  const rows = await ctx.db.rows(readActive, [ctx.account.id, ...values])
  const mark = markAt(model.spans, atMs)
  const breakdown = rows.map((row) => {
    const decayed = row.score === 'fit' ? 1 : 2 ** (markAt(model.spans, Date.parse(row.at)) - mark)
    return { ...entryOf(ctx, row), decayed: row.points * decayed }
  })
  const listed = {
    fit: sumOf(breakdown.filter((each) => each.score === 'fit')),
    engagement: sumOf(breakdown.filter((each) => each.score === 'engagement')),
  }
  const isWhole = rows.length < entriesMax
  const all = isWhole ? { ...listed, entries: rows.length } : await sumAll(ctx, model, { contactId, atMs })
  const limits = {
    fit: score.fit - all.fit,
    engagement: score.engagement - all.engagement,
    total: score.total - score.fit - score.engagement,
  }
  const rest = {
    entries: all.entries - rows.length,
    fit: all.fit - listed.fit,
    engagement: all.engagement - listed.engagement,
  }
  return { breakdown, breakdownRest: { ...rest, limits } }
}

async function sumAll(ctx: Ctx, model: ScoreModel, { contactId, atMs }: { contactId: string; atMs: number }) {
  const { fit, engagement } = (await sumEntries(ctx, model, { contactIds: [contactId], atMs })).get(contactId) ?? noSums
  const values = [contactId, new Date(atMs).toISOString(), model.epoch]
  const [count] = await ctx.db.rows(countActive, [ctx.account.id, ...values])
  return { fit, engagement, entries: count?.entries ?? 0 }
}

function sumOf(entries: readonly { decayed: number }[]): number {
  return entries.reduce((sum, { decayed }) => sum + decayed, 0)
}

/** The newest entries of a contact, those that no longer count included. */
export async function listEntries(ctx: Ctx, contactId: string) {
  const rows = await ctx.db.rows(readHistory, [ctx.account.id, contactId, entriesMax])
  return rows.map((row) => ({ ...entryOf(ctx, row), kind: row.kind }))
}

/** Sums at a moment with the next expiries; `isWhole`: there are no others. */
type SumsAt = { sums: Sums; expiries: readonly Expiry[]; isWhole: boolean }

/** The next crossing. Reads more expiries until those before it are known, as few contacts have many. */
async function crossingAfter(
  ctx: Ctx,
  model: ScoreModel,
  { contactId, atMs, seen }: { contactId: string; atMs: number; seen: SumsAt },
): Promise<Crossing | undefined> {
  let { expiries, isWhole } = seen
  for (let limit = expiriesMax * moreExpiries; ; limit *= moreExpiries) {
    const next = predictedCrossing(model, { sums: seen.sums, fromMs: atMs, expiries })
    const isKnown = next !== undefined && next.atMs < (expiries.at(-1)?.expiresAtMs ?? atMs)
    if (isWhole || isKnown || limit > expiriesAheadMax) return next
    expiries = await expiriesAfter(ctx, model, { contactId, afterMs: atMs, limit })
    isWhole = expiries.length < limit
  }
}

/** Sums now come from the row of the contact; those of another moment, or of another epoch, from its entries. */
async function sumsAt(
  ctx: Ctx,
  model: ScoreModel,
  { contactId, atMs }: { contactId: string; atMs: number },
): Promise<SumsAt> {
  const [row] = await ctx.db.rows(readRow, [ctx.account.id, contactId])
  const isOfModel = row !== undefined && (row.version === model.epoch || isSuspended(model, row.version))
  if (!isOfModel || Date.parse(row.folded_at) > atMs) return summedAt(ctx, model, { contactId, atMs })
  const fromMs = Date.parse(row.folded_at)
  const isExpiring = row.expires_next_at !== null && row.version === model.epoch
  const expiries = isExpiring ? await expiriesAfter(ctx, model, { contactId, afterMs: fromMs }) : []
  const isWhole = expiries.length < expiriesMax
  // More entries may have expired at the moment than were read.
  const isCutOff = !isWhole && (expiries.at(-1)?.expiresAtMs ?? 0) <= atMs
  if (isCutOff) return summedAt(ctx, model, { contactId, atMs })
  const { sums } = advance(model, { sums: sumsOf(model, row), fromMs, expiries }, atMs)
  return { sums, expiries: expiries.filter(({ expiresAtMs }) => expiresAtMs > atMs), isWhole }
}

async function summedAt(
  ctx: Ctx,
  model: ScoreModel,
  { contactId, atMs }: { contactId: string; atMs: number },
): Promise<SumsAt> {
  const summed = await sumEntries(ctx, model, { contactIds: [contactId], atMs })
  const sums = summed.get(contactId) ?? markedAt(model.spans, noSums, atMs)
  const expiries = await expiriesAfter(ctx, model, { contactId, afterMs: atMs })
  return { sums, expiries, isWhole: expiries.length < expiriesMax }
}

async function expiriesAfter(
  ctx: Ctx,
  { epoch }: ScoreModel,
  { contactId, afterMs, limit = expiriesMax }: { contactId: string; afterMs: number; limit?: number },
): Promise<Expiry[]> {
  const foldedAt = new Date(afterMs).toISOString()
  const found = await readExpiries(ctx, { epoch, limit }, [{ contactId, foldedAt }])
  return found.get(contactId) ?? []
}

function presented(crossing: Crossing | undefined) {
  if (crossing === undefined) return null
  const { threshold, direction, atMs } = crossing
  return { threshold, direction, at: new Date(atMs).toISOString() }
}

function entryOf(ctx: Ctx, row: RowOf<typeof readActive>) {
  return {
    id: encodeId('lse', ctx.account.id, row.id),
    score: row.score === 'fit' ? ('fit' as const) : ('engagement' as const),
    ruleId: row.rule_id,
    reason: row.reason,
    points: row.points,
    at: row.at,
    expiresAt: row.expires_at,
  }
}

const readRow = statement(
  'marketing_score.read',
  'account',
  `select version, fit, engagement, engagement_plain, decay_mark, folded_at, expires_next_at
   from marketing_score where account_id = $1 and contact_id = $2`,
)

const readActive = statement(
  'marketing_score_entry.active',
  'account',
  `select e.id, e.score, e.kind, e.rule_id, e.reason, e.points, e.at, e.expires_at from marketing_score_entry e
   where e.account_id = $1 and e.contact_id = $2 and e.starts_at <= $3::timestamptz
     and (e.expires_at is null or e.expires_at > $3) and (e.kind not in ('rule', 'withdrawn') or e.version >= $4)
   order by e.starts_at desc, e.id desc limit $5`,
)

const countActive = statement(
  'marketing_score_entry.countActive',
  'account',
  `select count(*) as entries from marketing_score_entry e
   where e.account_id = $1 and e.contact_id = $2 and e.starts_at <= $3::timestamptz
     and (e.expires_at is null or e.expires_at > $3) and (e.kind not in ('rule', 'withdrawn') or e.version >= $4)`,
)

const readHistory = statement(
  'marketing_score_entry.history',
  'account',
  `select id, score, kind, rule_id, reason, points, at, expires_at from marketing_score_entry
   where account_id = $1 and contact_id = $2 order by starts_at desc, id desc limit $3`,
)
