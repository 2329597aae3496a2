import { Type, type Static } from '#kit/values/schema.ts'
import { cataloguePort, type Catalogue } from '#kit/call/catalogue.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Attention, AttentionSource } from '#kit/nouns/attention.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, nullable, oneOf } from '#kit/values/fields.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'
import { slots } from '#platform/tasks/concurrency.ts'

const hourMs = 3_600_000
const hoursMax = 24
/** Facts that one overview counts, the newest. */
const factsMax = 20_000
const perSourceMax = 10
const statementsMax = 4

const hour = closed({
  at: dateTime({ description: 'Start of the hour.' }),
  count: Type.Integer({ description: 'Public facts that were published in it.' }),
})
const activity = closed({
  product: Type.String({ description: 'Name of the product.' }),
  title: Type.String({ description: 'Title of the product.' }),
  hours: Type.Array(hour, { description: 'The last 24 hours, oldest first; the last one has just begun.' }),
})
const finding = closed({
  kind: Type.String({ description: 'Noun of the finding, `<product>.<noun>`.' }),
  severity: oneOf(['bad', 'warn'], {
    description: 'bad: something is lost or stands still. warn: it may come to that.',
  }),
  title: Type.String({ description: 'The finding.' }),
  detail: Type.String({ description: 'The finding in a sentence, with advice.' }),
  count: Type.Integer({ description: 'Number of things it is about, counted to 1,000.' }),
  recordId: nullable(Type.String({ description: 'The record to open; null for a finding about many.' })),
})

export const operations = [
  operation('account.overview.get', {
    route: 'GET /api/account/overview/get',
    title: 'Overview - Get',
    description:
      'Facts of the last 24 hours by product and hour, and what needs attention. Products and findings that the ' +
      'caller may not read are left out.',
    scope: 'account.overview:read',
    input: closed({}),
    output: closed({
      products: Type.Array(activity, { description: 'Products of which the caller may read a noun.' }),
      isCapped: Type.Boolean({
        description: 'True when there were more than 20,000 facts: older ones are not counted.',
      }),
      attention: Type.Array(finding, { description: 'Findings, bad ones first; empty when all is well.' }),
    }),
    example: {},
    async handle(ctx) {
      const catalogue = ctx.port(cataloguePort)
      const [activities, attention] = await Promise.all([readActivity(ctx, catalogue), readAttention(ctx, catalogue)])
      return { ...activities, attention }
    },
  }),
].map(companion)

type Activity = { products: Static<typeof activity>[]; isCapped: boolean }

async function readActivity(ctx: Ctx, { products, resources }: Catalogue): Promise<Activity> {
  const lastMs = Math.floor(ctx.now().getTime() / hourMs) * hourMs
  const startsMs = Array.from({ length: hoursMax }, (_, index) => lastMs - (hoursMax - 1 - index) * hourMs)
  const from = new Date(lastMs - (hoursMax - 1) * hourMs).toISOString()
  const rows = await ctx.db.rows(factsPerHour, [ctx.account.id, from, factsMax])
  const counts = new Map(rows.map(({ product, at, count }) => [`${product} ${Date.parse(at)}`, count]))
  const isRead = (product: string) =>
    resources.some(({ id }) => id.startsWith(`${product}.`) && hasScope(ctx.actor, `${id}:read`))
  const activities = products
    .filter(({ name }) => isRead(name))
    .map(({ name, title }) => ({
      product: name,
      title,
      hours: startsMs.map((ms) => ({ at: new Date(ms).toISOString(), count: counts.get(`${name} ${ms}`) ?? 0 })),
    }))
  return { products: activities, isCapped: rows.reduce((sum, { count }) => sum + count, 0) >= factsMax }
}

async function readAttention(ctx: Ctx, { attention }: Catalogue): Promise<Attention[]> {
  const slot = slots(statementsMax)
  const allowed = attention.filter(({ scope }) => hasScope(ctx.actor, scope))
  const found = (await Promise.all(allowed.map((source) => slot(() => findSafely(ctx, source))))).flat()
  return [...found.filter(({ severity }) => severity === 'bad'), ...found.filter(({ severity }) => severity === 'warn')]
}

/** The findings of one source. One that fails is logged, so that the others are shown. */
async function findSafely(ctx: Ctx, { scope, find }: AttentionSource): Promise<Attention[]> {
  try {
    return (await find(ctx)).slice(0, perSourceMax)
  } catch (error) {
    ctx.log.warn('a source of findings failed', { scope, error: String(error) })
    return []
  }
}

const factsPerHour = statement(
  'account_outbox.perHour',
  'account',
  `select split_part(t.name, '.', 1) as product, date_trunc('hour', t.published_at, 'UTC') as at,
     count(*)::integer as count
   from (select o.name, o.published_at from account_outbox o
     where o.account_id = $1 and o.is_public and o.published_at is not null and o.published_at >= $2
     order by o.published_at desc, o.id desc limit $3) t
   group by 1, 2`,
)
