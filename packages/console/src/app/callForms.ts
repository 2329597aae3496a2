import type { LoggedCall } from './callLog.ts'

const hiddenName = /secret|password|streamKey|token|apiKey|recoveryCodes|accessUrl/i
const outputLengthMax = 20_000

/** A call as a command line. The key stands in `$KEY`; secrets of the input are left out. */
export function curlOf({ route, input }: LoggedCall, origin: string): string {
  const { method, path } = route
  const sent = withoutSecrets(input)
  const isInQuery = method === 'GET' || method === 'DELETE'
  const query = isInQuery ? queryOf(sent) : ''
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + path + query)}`]
  lines.push(`-H "X-Service-API-Key: $KEY"`)
  if (!isInQuery) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(sent))}`)
  return lines.join(' \\\n  ')
}

const verbs: Readonly<Record<string, string>> = { all: 'list' }

/** A call as a line of TypeScript with the SDK. */
export function sdkOf({ route, input }: LoggedCall): string {
  const [product = '', noun = '', verb = ''] = route.id.split('.')
  const sent = withoutSecrets(input)
  const text =
    Object.keys(sent).length === 0 ? '' : JSON.stringify(sent, null, 2).replaceAll(/"([A-Za-z]\w*)":/g, '$1:')
  return `await fairground.${product}.${noun}.${verbs[verb] ?? verb}(${text})`
}

/** Request and response as they were, without secrets. */
export function rawOf({ route, input, status, output }: LoggedCall): string {
  const request = `${route.method} ${route.path}\n${JSON.stringify(withoutSecrets(input), null, 2)}`
  const response = JSON.stringify(withoutSecrets(Object(output)), null, 2)
  const isLong = response.length > outputLengthMax
  return `${request}\n\n${status ?? '…'}\n${isLong ? `${response.slice(0, outputLengthMax)}\n…` : response}`
}

function withoutSecrets(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value, (name, each) => (isHidden(name, each) ? '••••' : each)))
}

/** Whether a value gives access: by its name, or as the address of a second factor. */
function isHidden(name: string, value: unknown): boolean {
  if (typeof value === 'string' && value.startsWith('otpauth:')) return true
  return hiddenName.test(name) && Boolean(value) && typeof value !== 'boolean'
}

function queryOf(sent: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent)) query.append(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** A text as one argument of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
