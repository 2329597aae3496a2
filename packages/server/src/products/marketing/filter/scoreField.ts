import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { FilterField, FilterSubject, SqlBuild } from '#kit/filter/vocabulary.ts'

/** Sums of a contact with the model of its account, from which a score of any moment follows. */
export type ScoreSums = {
  fit: number
  engagement: number
  plain: number
  foldedAt: Date
  status: string
  halfLifeMs: number | null
  floor: number
  min: number
  max: number
}

/** Reads the sums of contacts by row id; contacts without points are missing. */
export async function loadScores(ctx: Ctx, contactIds: readonly string[]): Promise<Map<string, ScoreSums>> {
  const rows = await ctx.db.rows(readSums, [ctx.account.id, contactIds])
  return new Map(rows.map((row) => [row.contact_id, sumsOf(row)]))
}

function sumsOf(row: RowOf<typeof readSums>): ScoreSums {
  return {
    fit: row.fit,
    engagement: row.engagement,
    plain: row.engagement_plain,
    foldedAt: new Date(row.folded_at),
    status: row.status,
    halfLifeMs: row.half_life_ms,
    floor: row.decay_floor,
    min: row.bound_min,
    max: row.bound_max,
  }
}

// Half-lives beyond this leave nothing, and power() refuses them.
const halfLivesMax = 1_000

// The newest version of the model; the last row stands for an account without one.
const newestModel = (account: string) =>
  `(select version, half_life_ms, decay_floor, bound_min, bound_max from (
     select version, half_life_ms, decay_floor, bound_min, bound_max from marketing_score_model
     where account_id = ${account}
     union all select 0, null::bigint, 0::double precision, 0::double precision, 1000::double precision) v
   order by version desc limit 1)`

const bounded = (sql: string) => `greatest(m.bound_min, least(m.bound_max, ${sql}))`

const fitSql = () => bounded('s.fit')

function engagementSql(build: SqlBuild): string {
  const at = build.bind(build.at.toISOString(), 'timestamptz')
  const passed = `(extract(epoch from ${at} - s.folded_at)::double precision * 1000 / m.half_life_ms)`
  const decayed = `case when m.half_life_ms is null then s.engagement when ${passed} > ${halfLivesMax} then 0
    else s.engagement * power(0.5::double precision, ${passed}) end`
  return bounded(`greatest(${decayed}, least(m.decay_floor, s.engagement_plain))`)
}

function selectSql(sql: string, build: SqlBuild): string {
  const account = build.account()
  return `(select ${sql} from ${newestModel(account)} m, marketing_score s
    where s.account_id = ${account} and s.contact_id = t.id)`
}

function numberField(sql: (build: SqlBuild) => string, read: (sums: ScoreSums, at: Date) => number): FilterField {
  return {
    type: 'number',
    sql: (build) => `coalesce(${selectSql(sql(build), build)}, 0)`,
    read: (subject, at) => {
      const sums = scoreOf(subject)
      return sums === undefined ? 0 : read(sums, at)
    },
    isTimeRelative: true,
  }
}

/** Scores as fields of filters: values of the moment of the evaluation. */
export const scoreFields: Readonly<Record<string, FilterField>> = {
  'score.fit': { ...numberField(fitSql, fitOf), isTimeRelative: false },
  'score.engagement': numberField(engagementSql, engagementOf),
  'score.total': numberField(
    (build) => bounded(`${fitSql()} + ${engagementSql(build)}`),
    (sums, at) => within(sums, fitOf(sums) + engagementOf(sums, at)),
  ),
  'score.status': {
    type: 'text',
    sql: (build) => `coalesce(${selectSql('s.status', build)}, 'cold')`,
    read: (subject) => scoreOf(subject)?.status ?? 'cold',
    isTimeRelative: true,
  },
}

function scoreOf({ fields }: FilterSubject): ScoreSums | undefined {
  // cast: loadSubjects puts the sums of loadScores there.
  return fields['score'] as ScoreSums | undefined
}

function fitOf(sums: ScoreSums): number {
  return within(sums, sums.fit)
}

function engagementOf(sums: ScoreSums, at: Date): number {
  const { engagement, plain, foldedAt, halfLifeMs, floor } = sums
  const passed = halfLifeMs === null ? 0 : (at.getTime() - foldedAt.getTime()) / halfLifeMs
  const decayed = passed > halfLivesMax ? 0 : engagement * 0.5 ** passed
  return within(sums, Math.max(decayed, Math.min(floor, plain)))
}

function within({ min, max }: ScoreSums, value: number): number {
  return Math.max(min, Math.min(max, value))
}

const readSums = statement(
  'marketing_score.subjects',
  'account',
  `select s.contact_id, s.fit, s.engagement, s.engagement_plain, s.folded_at, s.status, m.half_life_ms,
     m.decay_floor, m.bound_min, m.bound_max
   from marketing_score s, ${newestModel('$1')} m where s.account_id = $1 and s.contact_id = any($2::uuid[])`,
)
