import type { App } from '#app/app.ts'
import { familySeconds } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'

export type ImportBench = { app: App; secretKey: string; existing: number; postgresPid: number }

const rows = 100_000

/** Rows a second of a file of new contacts into an account that has many, and the CPU time with that of followers. */
export async function measureImport({ app, secretKey, existing, postgresPid }: ImportBench): Promise<Line> {
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
  const size = `${rows.toLocaleString('en')} new rows with evidence into ${existing.toLocaleString('en')} contacts`
  const note = `${size}; CPU of Node + PostgreSQL: ${cpu} µs a row`
  return { name: 'import of contacts', value: rows / seconds, unit: 'rows/s', atLeast: 20_000, note }
}

function lineOf(n: number): string {
  const [plan, tags] = [n % 3 === 0 ? 'pro' : 'free', `"beta,label ${n % 300}"`]
  return `new${n}@example.org,Ada,Family ${n % 20_011},DE,${plan},${n % 50},${tags}\n`
}
