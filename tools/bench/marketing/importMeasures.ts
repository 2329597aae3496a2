import type pg from 'pg'
import type { App } from '#app/app.ts'
import { familySeconds } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'

/** `client`: a superuser of the database. */
export type ImportBench = { app: App; client: pg.ClientBase; secretKey: string; existing: number; postgresPid: number }

/** Rows of a file, and files: the first ones meet code that is not compiled yet and a cache without the tables. */
const [rows, files] = [100_000, 3]

const mapping = [
  { columnName: 'email', field: 'email' },
  { columnName: 'first', field: 'firstName' },
  { columnName: 'last', field: 'lastName' },
  { columnName: 'country', field: 'country' },
  { columnName: 'plan', attribute: 'plan' },
  { columnName: 'seats', attribute: 'seats', type: 'number' },
  { columnName: 'tags', field: 'tags' },
]

/**
 * Rows a second of files of new contacts into an account that has many, the CPU time with that of followers, and what
 * the database alone makes of the same rows: no import is faster.
 */
export async function measureImport(bench: ImportBench): Promise<Line> {
  const before = { node: process.cpuUsage(), postgres: familySeconds(bench.postgresPid) }
  const rates: number[] = []
  for (let file = 0; file < files; file++) rates.push(await rateOfFile(bench, file))
  const { user, system } = process.cpuUsage(before.node)
  const postgres = (familySeconds(bench.postgresPid) - before.postgres) * 1e6
  const cpu = [user + system, postgres].map((each) => (each / rows / files).toFixed(0)).join(' + ')
  const [slowest = 0, median = 0, fastest = 0] = rates.toSorted((a, b) => a - b)
  const count = (each: number) => Math.round(each).toLocaleString('en')
  const alone = count(rows / (await secondsOfInsert(bench.client)))
  const size = `${files} files of ${count(rows)} new rows with evidence into ${count(bench.existing)} contacts`
  const rest = `median of ${count(slowest)} to ${count(fastest)}; CPU of Node + PostgreSQL: ${cpu} µs a row`
  const note = `${size}, ${rest}; two inserts without a client: ${alone} rows/s`
  return { name: 'import of contacts', value: median, unit: 'rows/s', atLeast: 20_000, note }
}

/** Rows a second of one file, from its start to its end. */
async function rateOfFile({ app, secretKey }: ImportBench, file: number): Promise<number> {
  const call = async (path: string, payload: object) => {
    const headers = { 'x-service-api-key': secretKey }
    const reply = await app.server.inject({ method: 'POST', url: `/api/marketing/${path}`, headers, payload })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return JSON.parse(reply.body).data
  }
  const made = await call('contact/import', { mapping, consent: { source: 'Bench' } })
  const lines = Array.from({ length: rows }, (_, n) => lineOf(file * rows + n))
  const { pathname, search } = new URL(made.upload.url)
  const payload = `email,first,last,country,plan,seats,tags\n${lines.join('')}`
  await app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  await app.settle()
  const done = await call('contactImport/get', { contactImportId: made.id })
  if (done.status !== 'done' || done.createdCount !== rows) throw new Error(JSON.stringify(done))
  return rows / ((Date.parse(done.endedAt) - Date.parse(done.startedAt)) / 1000)
}

function lineOf(n: number): string {
  const [plan, tags] = [n % 3 === 0 ? 'pro' : 'free', `"beta,label ${n % 300}"`]
  return `new${n}@example.org,Ada,Family ${n % 20_011},DE,${plan},${n % 50},${tags}\n`
}

/** Seconds in which the database copies the imported contacts with their evidence in one transaction, and undoes it. */
async function secondsOfInsert(client: pg.ClientBase): Promise<number> {
  await client.query('set statement_timeout = 0; begin')
  await client.query(`create temp table again on commit drop as
    select account_id, id, uuidv7() as new_id from marketing_contact where email like 'new%@example.org' limit ${rows}`)
  const columnsOf = async (table: string, values: Record<string, string>) => {
    const { rows: found } = await client.query<{ attname: string }>(
      `select attname from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped order by attnum`,
      [table],
    )
    const names = found.map(({ attname }) => attname)
    return { into: names.join(', '), from: names.map((name) => values[name] ?? `t.${name}`).join(', ') }
  }
  const contacts = await columnsOf('marketing_contact', {
    id: 'k.new_id',
    email: `'again' || t.email`,
    email_key: `'again' || t.email_key`,
  })
  const evidence = await columnsOf('marketing_consent', { id: 'uuidv7()', contact_id: 'k.new_id' })
  const begin = performance.now()
  await client.query(`insert into marketing_contact (${contacts.into})
    select ${contacts.from} from again k join marketing_contact t on t.account_id = k.account_id and t.id = k.id`)
  await client.query(`insert into marketing_consent (${evidence.into})
    select ${evidence.from}
    from again k join marketing_consent t on t.account_id = k.account_id and t.contact_id = k.id`)
  const seconds = (performance.now() - begin) / 1000
  await client.query('rollback; reset statement_timeout')
  return seconds
}
