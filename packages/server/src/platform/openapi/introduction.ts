import { scopesOf } from '#kit/call/catalogue.ts'
import type { Product } from '#kit/nouns/product.ts'

/** The introduction of the document: rules of every operation, and the pages. */
export function introductionOf(products: readonly Product[]): string {
  const pages = products.flatMap((product) => product.pages)
  const scopes = products.flatMap(scopesOf).map(({ name, title }) => `| \`${name}\` | ${title} |`)
  const text = `${conventions}\n## Scopes\n| Scope | Allows |\n|---|---|\n${scopes.join('\n')}\n`
  if (pages.length === 0) return text
  const rows = pages.map(({ path, description }) => `| \`${path}\` | ${description} |`)
  return `${text}\n## Pages\n${pagesText}\n\n| Address | Shows |\n|---|---|\n${rows.join('\n')}\n`
}

const pagesText =
  'Pages that an audience opens in a browser, without a key. They are HTML, or the type that their address names.'

const conventions = `Fairground is one API for livestreams, audiences and everything around them.
JSON in, JSON out.

## Your first call
\`\`\`sh
curl "$BASE_URL/api/account/general/get" \\
  -H "X-Service-API-Key: $KEY"
\`\`\`
Every account has a test twin: a key with \`_test_\` in it reaches the twin, with data of its own.

## Keys
Send the key in the header \`X-Service-API-Key\`.

| Key | For | May |
|---|---|---|
| \`fg_sk_…\` secret | your servers | everything its account may |
| \`fg_rk_…\` restricted | your servers | what its scopes list, such as \`places.place:read\` |
| \`fg_pk_…\` public | pages and apps | what an audience may, from the origins that you allow |

A secret key that arrives from a browser or in an address is refused with \`secret_key_exposed\`: rotate it.
Where headers cannot be set, a public key may stand in the query as \`?key=\`. App ids in \`X-Client-App\` stop
mistakes, not attackers.

## People
A person signs in with \`POST /public/account/session/signIn\`, which sets a session cookie for pages of this server.
A session calls every operation that its person's role allows: name the account in \`X-Account\`, and send the
\`csrfToken\` of the session as \`X-CSRF-Token\` with every call that is no GET. An event stream, which can set no
headers, takes \`?account=\`. Requests of pages of other origins are refused.

## Responses
Success is always \`200\` with \`{"data": …, "requestId": "req_…"}\`. Times are RFC 3339 in UTC; send them with any
offset, without leap seconds, and like days within the years 1000 to 9999. Money is an integer of minor units with an
ISO 4217 currency. Responses may gain fields; ignore unknown ones. PUT changes only the fields that you
send; \`null\` clears.

A property of a response without a value is \`null\`; one that may be absent depends on the request. Public keys,
and all keys for records of other accounts, get the public form of a record: \`PublicPlace\` in place of \`Place\`.

## Errors
\`\`\`json
{ "error": { "code": "invalid_request", "reason": "validation_failed", "message": "1 field is not valid.",
             "fields": [{ "path": "/name", "rule": "minLength", "message": "must not be empty" }],
             "docs": "/docs/errors#validation_failed" }, "requestId": "req_…" }
\`\`\`
\`code\` is one of eight words and goes with the status; \`reason\` is the exact cause, stable, and explained at
[/docs/errors](/docs/errors). All refused fields are named at once. A record of another account gets the
response of a missing one.

## Lists
\`limit\` (1 to 100, 25 when left out) and \`offset\` (up to 10,000), or \`cursor\` with the \`nextCursor\` of the
page before, which reaches any depth. \`hasMore\` is always there; \`total\` only with \`withTotal=true\` (exact to
1,000) or \`withTotal=exact\` (to 10,000). \`sort=-createdAt\` sorts falling. A filter by a field that the public form
lacks, such as \`clientReference\`, needs a secret key of the account: other callers get \`400\`.

With the header \`Accept: text/csv\` or \`Accept: application/x-ndjson\` a list responds with all rows that match
its filters, as a stream. It takes no \`limit\`, \`offset\`, \`cursor\` and \`withTotal\`. A connection that breaks
before the end of the response means that rows are missing. CSV follows RFC 4180: a column such as
\`address.city\` for each value, lists as JSON, an empty cell for \`null\`. An apostrophe stands before texts that a
spreadsheet would run as a formula. Public keys get pages alone.

## Safe retries
Give every create a \`clientReference\` of your own: the same create again returns the existing record, with
\`created: false\`. Any write also takes an \`Idempotency-Key\`, kept for 24 hours: the same request again, with a
credential of the same kind and scopes, gets the same response, with the header \`Idempotent-Replayed: true\`. While the
first one runs, a repeat is refused with \`idempotency_in_flight\`. Send \`ifVersion\` to change only what you have
seen. The operations marked as beta know neither key nor version: after a failure, read the state first, then decide.

## Limits
\`RateLimit-Policy\` and \`RateLimit\` say what you have and what is left; on \`429\` wait as long as
\`Retry-After\` says. Limits without a secret key count per network: an IPv4 address, or an IPv6 /64.

## Webhooks
Facts of your account are delivered to your endpoints as signed [Standard Webhooks](https://www.standardwebhooks.com):
at least once, tried again for about three days. Verify the signature over the exact bytes, drop repeats by
\`webhook-id\`, and drop what is older than the \`subjectVersion\` that you have.
`
