import type pg from 'pg'
import type { App } from '#app/app.ts'
import { familySeconds } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'

/** `client`: a superuser of the database. */
export type ImportBench = { app: App; client: pg.ClientBase; secretKey: string; existing: number; postgresPid: number }

const rows = 100_000

/**
 * Rows a second of a file of new contacts into an account that has many, the CPU time with that of followers, and what
 * the database alone makes of the same rows: no import is faster.
 */
export async function measureImport(bench: ImportBench): Promise<Line> {
  const { app, client, secretKey, existing, postgresPid } = bench
  const call = async (path: string, payload: object) => {
    const headers = { 'x-service-api-key': secretKey }
    const reply = await app.server.inject({ method: 'POST', url: `/api/marketing/${path}`, headers, payload })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return JSON.parse(reply.body).data
  }
  const mapping = [
    { columnName: 'email', field: 'email' },
    { columnName: 'first', field: 'firstName' },
    { columnName: 'last', field: 'lastName' },
    { columnName: 'country', field: 'country' },
    { columnName: 'plan', attribute: 'plan' },
    { columnName: 'seats', attribute: 'seats', type: 'number' },
    { columnName: 'tags', field: 'tags' },
  ]
  const made = await call('contact/import', { mapping, consent: { source: 'Bench' } })
  const lines = Array.from({ length: rows }, (_, n) => lineOf(n))
  const { pathname, search } = new URL(made.upload.url)
  const payload = `email,first,last,country,plan,seats,tags\n${lines.join('')}`
  await app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  const before = { node: process.cpuUsage(), postgres: familySeconds(postgresPid) }
  await app.settle()
  const { user, system } = process.cpuUsage(before.node)
  const microseconds = [(user + system) / rows, ((familySeconds(postgresPid) - before.postgres) * 1e6) / rows]
  const cpu = microseconds.map((each) => each.toFixed(0)).join(' + ')
  const done = await call('contactImport/get', { contactImportId: made.id })
  if (done.status !== 'done' || done.createdCount !== rows) throw new Error(JSON.stringify(done))
  const seconds = (Date.parse(done.endedAt) - Date.parse(done.startedAt)) / 1000
  const alone = Math.round(rows / (await secondsOfInsert(client))).toLocaleString('en')
  const size = `${rows.toLocaleString('en')} new rows with evidence into ${existing.toLocaleString('en')} contacts`
  const note = `${size}; CPU of Node + PostgreSQL: ${cpu} µs a row; two inserts without a client: ${alone} rows/s`
  return { name: 'import of contacts', value: rows / seconds, unit: 'rows/s', atLeast: 20_000, note }
}

function lineOf(n: number): string {
  const [plan, tags] = [n % 3 === 0 ? 'pro' : 'free', `"beta,label ${n % 300}"`]
  return `new${n}@example.org,Ada,Family ${n % 20_011},DE,${plan},${n % 50},${tags}\n`
}

/** Seconds in which the database copies the imported contacts with their evidence in one transaction, and undoes it. */
async function secondsOfInsert(client: pg.ClientBase): Promise<number> {
  await client.query('set statement_timeout = 0; begin')
  await client.query(`create temp table again on commit drop as
    select account_id, id, uuidv7() as new_id from marketing_contact where email like 'new%@example.org'`)
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
