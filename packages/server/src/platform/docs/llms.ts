import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { texts } from '#platform/openapi/json.ts'

/** A guide for machines: the conventions, then every operation in a line. */
export function llmsText(products: readonly Product[], publicUrl: string): string {
  const shown = products.filter((product) => product.operations.length > 0)
  const parts = shown.map(section)
  return `# Fairground API

> JSON over HTTP. Standing: ${shown.map(({ title }) => title).join(', ')}. Coming: ${comingProducts}.

Base URL: ${publicUrl}
Full contract: ${publicUrl}/openapi.json (OpenAPI 3.1). Reasons of errors: ${publicUrl}/docs/errors

## Conventions
- Authenticate with the header \`X-Service-API-Key: <key>\`. Secret (\`fg_sk_\`) and restricted (\`fg_rk_\`)
  keys stay on servers; public keys (\`fg_pk_\`) are for browsers. A key with \`_test_\` reaches the
  account's test twin.
- GET and DELETE take their input as query parameters, POST and PUT as a JSON object (Content-Type: application/json).
- Success is always 200: {"data": …, "requestId": "req_…"}. Errors: {"error": {"code", "reason", "message",
  "fields"?, "details"?, "docs"}, "requestId"}. Decide by \`code\` and \`reason\`.
- Codes: 400 invalid_request, 401 authentication_required, 403 not_authorized, 404 not_found, 409 conflict,
  429 rate_limited and 503 unavailable (both with Retry-After), 500 internal_error.
- Lists: \`limit\` 1-100 (25), \`offset\` or \`cursor\` (= \`pagination.nextCursor\`), \`sort=-createdAt\`,
  \`withTotal=true\`. \`Accept: text/csv\` or \`application/x-ndjson\` exports all matching rows.
- PUT is partial: send only what changes; null clears. \`ifVersion\` refuses a stale write (409 version_mismatch).
- Unknown input fields are refused; answers may gain fields.
- Safe retries: \`clientReference\` on creates, or an \`Idempotency-Key\` header on any write. Operations marked [beta]
  know neither: read the state before you repeat them.
- State changes without an operation of their own are an \`action\` of the update.

## Operations
Each line: METHOD path: title (input; * is required) scope
${parts.join('\n')}
## Coming
These names are not there yet; requests that send them are refused, unless they are stored without an effect so far.
${shown.flatMap(comingOf).join('\n')}
`
}

const comingProducts = 'ads, loyalty, teams, pages, embeds, vendors, events, payments'

/** Awaited names of a product, one line for each noun or operation. */
function comingOf({ awaited }: Product): string[] {
  return Object.entries(awaited).map(([where, names]) => `- ${where}: ${names.join(', ')}`)
}

function section(product: Product): string {
  return `\n### ${product.title}\n${product.description}\n${product.operations.map(line).join('\n')}\n`
}

function line(of: Operation): string {
  const required = new Set(texts(of.isLenient ? [] : of.input.required))
  const names = Object.keys(of.input.properties).map((name) => (required.has(name) ? `${name}*` : name))
  const marks = [
    of.stability === undefined ? '' : `[${of.stability}]`,
    of.credential === 'secret' ? '' : of.credential === 'person' ? '[session]' : '[public key]',
  ]
  const words = [`- ${of.method} ${of.path}: ${of.title}`, `(${names.join(', ')})`, of.scope, ...marks]
  return words.filter((word) => word !== '').join(' ')
}
