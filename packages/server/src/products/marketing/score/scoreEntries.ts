import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { markAt, type Sums } from './scoreMath.ts'
import type { ScoreModel, ScoreName } from './scoreModel.ts'

/**
 * Points of a contact. They count from `startsAt` until `expiresAt` and decay from `at`. `key`: a second entry with the
 * same one is left out. Ids are row ids.
 */
export type NewEntry = {
  id: string
  contactId: string
  score: ScoreName
  kind: 'rule' | 'withdrawn' | 'manual' | 'set' | 'automation'
  points: number
  at: string
  startsAt: string
  expiresAt: string | null
  ruleId: string | null
  version: number
  reason: string | null
  key: string | null
}

/** Inserts entries of contacts that exist. Returns the ids of the new ones. */
export async function insertEntries(ctx: Ctx, entries: readonly NewEntry[]): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set()
  const rows = await ctx.db.rows(insert, [ctx.account.id, JSON.stringify(entries.map(rowOf))])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Sums of entries at a moment, by the row id of the contact: the closed formula, in one statement. `isManual` leaves
 * out the entries of rules.
 */
export async function sumEntries(
  ctx: Ctx,
  model: Pick<ScoreModel, 'spans' | 'epoch'>,
  { contactIds, atMs, isManual = false }: { contactIds: readonly string[]; atMs: number; isManual?: boolean },
): Promise<Map<string, Sums>> {
  const mark = markAt(model.spans, atMs)
  const from = model.spans.map(({ startsAtMs }, index) => (index === 0 ? -1e18 : startsAtMs))
  const origins = model.spans.map(({ startsAtMs }) => startsAtMs)
  const marks = model.spans.map(({ startsAtMs }) => markAt(model.spans, startsAtMs))
  const rates = model.spans.map(({ halfLifeMs }) => (halfLifeMs === null ? 0 : 1 / halfLifeMs))
  const epoch = isManual ? 2_147_483_647 : model.epoch
  const values = [ctx.account.id, contactIds, new Date(atMs).toISOString(), mark, epoch]
  const rows = await ctx.db.rows(sum, [...values, from, origins, marks, rates])
  return new Map(rows.map(({ contact_id: id, fit, engagement, plain }) => [id, { fit, engagement, plain, mark }]))
}

/** An entry that leaves the sums. */
export type Expiry = { score: ScoreName; points: number; atMs: number; expiresAtMs: number }

/** Entries that expire after the moment up to which each row is folded, soonest first. */
export async function readExpiries(
  ctx: Ctx,
  { epoch, limit = expiriesMax }: { epoch: number; limit?: number },
  rows: readonly { contactId: string; foldedAt: string }[],
): Promise<Map<string, Expiry[]>> {
  if (rows.length === 0) return new Map()
  const values = [rows.map((row) => row.contactId), rows.map((row) => row.foldedAt), epoch, limit]
  const found = await ctx.db.rows(expiring, [ctx.account.id, ...values])
  const byContact = Map.groupBy(found, (row) => row.contact_id)
  return new Map([...byContact].map(([id, each]) => [id, each.map(expiryOf)]))
}

/** Expiries of one contact that are read ahead; the next ones are read when these are due. */
export const expiriesMax = 200

function expiryOf(row: RowOf<typeof expiring>): Expiry {
  return {
    score: row.score === 'fit' ? 'fit' : 'engagement',
    points: row.points,
    atMs: Date.parse(row.at),
    expiresAtMs: Date.parse(row.expires_at ?? ''),
  }
}

function rowOf(entry: NewEntry) {
  return {
    id: entry.id,
    contact_id: entry.contactId,
    score: entry.score,
    kind: entry.kind,
    points: entry.points,
    at: entry.at,
    starts_at: entry.startsAt,
    expires_at: entry.expiresAt,
    rule_id: entry.ruleId,
    version: entry.version,
    reason: entry.reason,
    key: entry.key,
  }
}

const insert = statement(
  'marketing_score_entry.insert',
  'account',
  `insert into marketing_score_entry (account_id, contact_id, starts_at, id, score, kind, points, at, expires_at,
     rule_id, version, reason, key)
   select $1, t.contact_id, t.starts_at, t.id, t.score, t.kind, t.points, t.at, t.expires_at, t.rule_id, t.version,
     t.reason, t.key
   from json_to_recordset($2::json) as t (id uuid, contact_id uuid, score text, kind text, points double precision,
     at timestamptz, starts_at timestamptz, expires_at timestamptz, rule_id text, version integer, reason text,
     key text)
   join marketing_contact c on c.account_id = $1 and c.id = t.contact_id and c.deleted_at is null
   on conflict (account_id, key) where key is not null do nothing returning id`,
)

// power() refuses results below the least number, so that points of a thousand half-lives ago are zero.
const sum = statement(
  'marketing_score_entry.sum',
  'account',
  `select e.contact_id, coalesce(sum(e.points) filter (where e.score = 'fit'), 0)::double precision as fit,
     coalesce(sum(case when m.mark < $4::double precision - 1000 then 0
       else e.points * power(2::double precision, m.mark - $4) end)
       filter (where e.score = 'engagement'), 0)::double precision as engagement,
     coalesce(sum(e.points) filter (where e.score = 'engagement'), 0)::double precision as plain
   from marketing_score_entry e cross join lateral (
     select s.mark + (extract(epoch from e.at)::double precision * 1000 - s.origin) * s.rate as mark
     from unnest($6::double precision[], $7::double precision[], $8::double precision[], $9::double precision[])
       as s (from_ms, origin, mark, rate)
     where s.from_ms <= extract(epoch from e.at)::double precision * 1000 order by s.from_ms desc limit 1) m
   where e.account_id = $1 and e.contact_id = any($2::uuid[]) and e.starts_at <= $3::timestamptz
     and (e.expires_at is null or e.expires_at > $3)
     and (e.kind not in ('rule', 'withdrawn') or e.version >= $5)
   group by e.contact_id`,
)

const expiring = statement(
  'marketing_score_entry.expiring',
  'account',
  `select e.contact_id, e.score, e.points, e.at, e.expires_at
   from unnest($2::uuid[], $3::timestamptz[]) as n (contact_id, folded_at) cross join lateral (
     select t.contact_id, t.score, t.points, t.at, t.expires_at from marketing_score_entry t
     where t.account_id = $1 and t.contact_id = n.contact_id and t.expires_at > n.folded_at
       and (t.kind not in ('rule', 'withdrawn') or t.version >= $4)
     order by t.expires_at limit $5) e
   order by e.contact_id, e.expires_at`,
)
