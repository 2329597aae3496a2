import pg from 'pg'
import { compileFilter } from '#kit/filter/compileFilter.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { parseFilter } from '#kit/filter/filterText.ts'
import { matches } from '#kit/filter/matches.ts'
import type { FilterSubject } from '#kit/filter/vocabulary.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { sessionOptions } from '#platform/db/pools.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import type { Line } from '#tools/bench/report.ts'

export type FilterBench = { address: SocketAddress; accountId: number; count: number }

const rounds = 20
const three = 'attributes.plan = "pro" and attributes.age >= 40 and opened mail within 90 days'

/** Counts of all contacts by a filter, each with its budget in milliseconds at a million contacts. */
const counts: readonly { name: string; text: string; atMost?: number }[] = [
  { name: 'plan, age and opens', text: three, atMost: 500 },
  { name: 'an address', text: 'email = "person777@example.com"', atMost: 10 },
  { name: 'a rare tag and a plan', text: 'tags any of ("label 7") and attributes.plan = "pro"', atMost: 50 },
  {
    name: 'a tag, a country and an event',
    text: 'tags any of ("vip") and country = "DE" and did page.viewed within 30 days',
  },
  { name: 'an event three times', text: 'attributes.plan = "pro" and did page.viewed at least 3 times within 90 days' },
  { name: 'no order', text: 'attributes.plan = "team" and not did shop.order.placed' },
  { name: 'an event at any time', text: 'did page.viewed' },
]

/** Filters over seeded contacts: counts, pages, contacts of a change, and evaluations in memory. */
export async function measureFilters({ address, accountId, count }: FilterBench): Promise<Line[]> {
  const client = new pg.Client({ ...address, options: sessionOptions })
  await client.connect()
  try {
    await client.query("set statement_timeout = '60s'")
    const select = (what: string, text: string, more = '') => {
      const { sql, values } = compiled(text, { accountId })
      const where = `t.account_id = $${values.length + 1} and t.deleted_at is null and ${sql}`
      return () =>
        client.query(`select ${what} from marketing_contact t where ${where} ${more}`, [...values, accountId])
    }
    const note = `${count.toLocaleString('en')} contacts, three events and two mails each`
    const lines: Line[] = []
    for (const { name, text, ...budget } of counts) {
      lines.push({ name: `count by ${name}, p95`, ...(await timed(select('count(*)', text))), ...budget, note })
    }
    const page = select(
      't.id',
      'attributes.plan = "pro" and attributes.age >= 40',
      'order by t.created_at desc, t.id desc limit 100',
    )
    lines.push({ name: 'page of 100 by a filter, p95', ...(await timed(page)), atMost: 20, note })
    return [...lines, await changeLine(client, accountId), inMemoryLine()]
  } finally {
    await client.end()
  }
}

function compiled(text: string, { accountId, isForFew = false }: { accountId: number; isForFew?: boolean }) {
  return compileFilter(parseFilter(text, vocabulary), { accountId, vocabulary, at: new Date(), isForFew })
}

/** The 95th percentile of some runs; the first one, which reads pages, is not counted. */
async function timed(run: () => Promise<unknown>): Promise<{ value: number; unit: string }> {
  await run()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return { value: times.toSorted((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? 0, unit: 'ms' }
}

/** Contacts of one change by a filter: what a segment costs that follows them. */
async function changeLine(client: pg.Client, accountId: number): Promise<Line> {
  const { rows } = await client.query<{ id: string }>(
    'select id from marketing_contact tablesample system (1) where account_id = $1 limit 100',
    [accountId],
  )
  const { sql, values } = compiled(`${three} and did page.viewed at least 2 times`, { accountId, isForFew: true })
  const [account, ids] = [`$${values.length + 1}`, `$${values.length + 2}`]
  const text = `select t.id from marketing_contact t where t.account_id = ${account} and t.id = any(${ids}) and ${sql}`
  const found = await timed(() => client.query(text, [...values, accountId, rows.map(({ id }) => id)]))
  return { name: 'filter for 100 changed contacts, p95', ...found, atMost: 20, note: 'four conditions' }
}

function inMemoryLine(): Line {
  const at = new Date('2026-11-21T09:00:00Z')
  const filter: Filter = parseFilter(
    'country = "DE" and tags any of ("vip") and did page.viewed [minutes >= 20] at least 3 times within 90 days',
    vocabulary,
  )
  const subject: FilterSubject = {
    id: '01977422-356a-7758-8d46-4ad48ca2c496',
    fields: { country: 'DE', tags: ['vip'] },
    events: Array.from({ length: 10 }, (_, n) => ({
      name: 'page.viewed',
      at: new Date(at.getTime() - n * 86_400_000),
      properties: { minutes: n * 5 },
    })),
    mails: [],
    segments: new Set(),
  }
  const until = performance.now() + 1_000
  let evaluations = 0
  while (performance.now() < until) {
    for (let n = 0; n < 1_000; n++) if (matches(filter, subject, { vocabulary, at })) evaluations += 1
  }
  return { name: 'filter in memory', value: evaluations, unit: 'contacts/s', note: 'three conditions, ten events' }
}
