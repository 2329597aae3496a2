import type { App } from '#app/app.ts'
import type { Line } from '#tools/bench/report.ts'

export type ImportBench = { app: App; secretKey: string; existing: number }

const rows = 200_000

/** Rows a second of a file of new contacts into an account that has many. */
export async function measureImport({ app, secretKey, existing }: ImportBench): Promise<Line> {
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
  await app.settle()
  const done = await call('contactImport/get', { contactImportId: made.id })
  if (done.status !== 'done' || done.createdCount !== rows) throw new Error(JSON.stringify(done))
  const seconds = (Date.parse(done.endedAt) - Date.parse(done.startedAt)) / 1000
  const note = `${rows.toLocaleString('en')} new rows with evidence into ${existing.toLocaleString('en')} contacts`
  return { name: 'import of contacts', value: rows / seconds, unit: 'rows/s', atLeast: 20_000, note }
}

function lineOf(n: number): string {
  const [plan, tags] = [n % 3 === 0 ? 'pro' : 'free', `"beta,label ${n % 300}"`]
  return `new${n}@example.org,Ada,Family ${n % 20_011},DE,${plan},${n % 50},${tags}\n`
}
