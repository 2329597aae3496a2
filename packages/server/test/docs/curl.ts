import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// `getBuiltinModule` loads less than an import or fetch: a page runs dozens of these processes.
const { request } = process.getBuiltinModule('node:http')

// Replaces curl for commands of a page: the machine may have none. It supports only the options of the pages, sends
// requests for a fresh server to the one under test, and fails for a refusal.
const freshServer = 'http://localhost:8080'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    json: { type: 'string' },
    data: { type: 'string', short: 'd' },
    'upload-file': { type: 'string', short: 'T' },
  },
})
const [url = '', ...more] = positionals
const known = [freshServer, process.env['TRIED_PUBLIC_URL'] ?? ''].find((each) => url.startsWith(`${each}/`))
if (known === undefined || more.length > 0) throw new Error(`one address of ${freshServer}, not ${url}`)
const headers = Object.fromEntries(values.header.map((line) => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']))
if (values.json !== undefined) headers['content-type'] = 'application/json'
const file = values['upload-file']
const body = file === undefined ? (values.json ?? values.data) : readFileSync(file)
const method = values.request ?? (file !== undefined ? 'PUT' : body === undefined ? 'GET' : 'POST')
const sent = request(url.replace(known, process.env['TRIED_SERVER'] ?? ''), { method, headers }, (response) => {
  const { statusCode = 0 } = response
  let text = ''
  response.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)))
  response.on('end', () => {
    process.stdout.write(text)
    if (statusCode >= 200 && statusCode < 300) return
    process.stderr.write(`${method} ${url} ${body ?? ''}\n${statusCode} ${text}\n`)
    process.exitCode = 22
  })
})
sent.end(body)
