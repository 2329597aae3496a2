import { isList, type Operation } from '#kit/nouns/operation.ts'
import { statusOfCode, type Reason } from '#kit/call/problem.ts'
import { exampleRequestId } from './exampleValues.ts'
import { object, pointTo, type Json } from './json.ts'
import { refusalsOf, type Refusal } from './refusals.ts'

const json = 'application/json'

/** The error responses of an operation, by status; `shared` collects those of many operations. */
export function refusalResponses(of: Operation, shared: Record<string, Json>): Record<string, Json> {
  const responses: Record<string, Json> = {}
  for (const refusal of refusalsOf(of)) {
    const own = refusalResponse(refusal)
    const name = refusal.sharedName
    if (name !== undefined) shared[name] = own
    responses[String(refusal.status)] = name === undefined ? own : pointTo('responses', name)
  }
  return responses
}

function refusalResponse({ status, reasons }: Refusal): Json {
  const list = reasons.map((each) => `- \`${each.reason}\`: ${each.message}`)
  const examples = reasons.map((each) => [each.reason, exampleOf(each, status)])
  return {
    description: `${headings[status] ?? 'Refused.'}\n\n${list.join('\n')}`,
    headers: refusalHeaders(status),
    content: { [json]: { schema: pointTo('schemas', 'Problem'), examples: Object.fromEntries(examples) } },
    'x-reasons': reasons.map((each) => each.reason),
  }
}

const headings: Record<number, string> = {
  400: 'The request does not satisfy the contract; nothing has changed.',
  401: 'The key is missing, malformed, unknown, expired or revoked.',
  403: 'The account, scope, origin or address may not do this.',
  404: 'The resource does not exist, or belongs to another account.',
  409: 'The present state does not allow it; nothing has changed.',
  429: 'Too many requests; nothing has changed.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot respond at this moment.',
}

function refusalHeaders(status: number): Json {
  const rates = status === 401 || status === 403 || status >= 500 ? {} : rateHeaders()
  const retry = status === 429 || status === 503 ? { 'Retry-After': pointTo('headers', 'RetryAfter') } : {}
  return { 'X-Request-Id': pointTo('headers', 'RequestId'), ...rates, ...retry }
}

function rateHeaders(): Json {
  return { RateLimit: pointTo('headers', 'RateLimit'), 'RateLimit-Policy': pointTo('headers', 'RateLimitPolicy') }
}

/** Examples are shared by name; one with a status other than that of its code is separate. */
function exampleOf(why: Reason, status: number): Json {
  if (statusOfCode[why.code] === status) return pointTo('examples', why.reason)
  return reasonExample({ ...why, code: 'invalid_request' })
}

/** The example of an error with this reason. */
export function reasonExample(why: Reason): Json {
  const error: Json = { code: why.code, reason: why.reason, message: why.message }
  if (why.reason === 'validation_failed') {
    error['message'] = '1 field is not valid.'
    error['fields'] = [{ path: '/name', rule: 'minLength', message: 'must not be empty' }]
  }
  error['docs'] = `/docs/errors#${why.reason}`
  return { summary: why.message, value: { error, requestId: exampleRequestId } }
}

/** The response of success. A schema that the specification leaves open and optional stays so in the document. */
export function success(of: Operation, data: Json, example: unknown): Json {
  if (of.textType !== undefined) return textResponse(of.textType, data, example)
  const properties = { data, requestId: pointTo('schemas', 'RequestId') }
  const required = of.isLenient ? {} : { required: ['data', 'requestId'] }
  const isReplayable = !of.isRead && !of.isLenient
  const replayed = isReplayable ? { 'Idempotent-Replayed': pointTo('headers', 'IdempotentReplayed') } : {}
  return {
    description: 'Done. `data` holds the result.',
    headers: { 'X-Request-Id': pointTo('headers', 'RequestId'), ...rateHeaders(), ...replayed },
    content: {
      [json]: {
        schema: { type: 'object', ...required, properties },
        example: { data: example, requestId: exampleRequestId },
      },
      ...(isList(of) && of.credential !== 'none' ? exportContent : {}),
    },
  }
}

/** Media types of a list that is requested as a whole. */
const exportContent: Json = {
  'application/x-ndjson': { schema: pointTo('schemas', 'ExportedLines') },
  'text/csv': { schema: pointTo('schemas', 'ExportedTable') },
}

const exportSchemas: Json = {
  ExportedLines: {
    title: 'ExportedLines',
    type: 'string',
    description: 'All rows that match the filters, an item of the list as JSON in each line.',
  },
  ExportedTable: {
    title: 'ExportedTable',
    type: 'string',
    description: 'All rows that match the filters, as a table of RFC 4180 whose header names the values of an item.',
  },
}

/** A response that is text of some type, without an envelope. */
function textResponse(textType: string, schema: Json, example: unknown): Json {
  const [type = textType] = textType.split(';')
  return {
    description: 'Done. The body is the text itself.',
    headers: { 'X-Request-Id': pointTo('headers', 'RequestId'), ...rateHeaders() },
    content: { [type]: { schema, example } },
  }
}

type DescribedEvent = { name: string; schema: Json; example: unknown }

/** A response that is a stream of events. OpenAPI 3.1 has no keyword for its events: `x-events` names them. */
export function eventsResponse(events: readonly DescribedEvent[]): Json {
  const texts = events.map(({ name, example }) => `event: ${name}\ndata: ${JSON.stringify(example)}\n\n`)
  return {
    description:
      'A stream of events, for as long as you listen: each has a name and data in JSON. `EventSource` reads it and ' +
      'reconnects by itself.',
    headers: { 'X-Request-Id': pointTo('headers', 'RequestId'), ...rateHeaders() },
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        example: texts.join(''),
        'x-events': Object.fromEntries(events.map(({ name, schema }) => [name, schema])),
      },
    },
  }
}

/** Schemas, headers and examples that every document has. */
export function sharedComponents(everyReason: readonly Reason[]): { schemas: Json; headers: Json; examples: Json } {
  return {
    schemas: { Problem: problemSchema, FieldProblem: fieldProblem, RequestId: requestId, ...exportSchemas },
    headers: sharedHeaders,
    examples: Object.fromEntries(everyReason.map((each) => [each.reason, reasonExample(each)])),
  }
}

const requestId: Json = {
  title: 'RequestId',
  type: 'string',
  description: 'The request, `req_…`; name it when you report a problem.',
}

const fieldProblem: Json = {
  title: 'FieldProblem',
  type: 'object',
  description: 'A field that was refused.',
  required: ['path', 'rule', 'message'],
  properties: {
    path: { type: 'string', description: 'JSON pointer to the field; empty for the whole request.' },
    rule: { type: 'string', description: 'The rule it broke, such as `required` or `maxLength`.' },
    message: { type: 'string', description: 'The rule in words.' },
  },
}

const problemSchema: Json = {
  title: 'Problem',
  type: 'object',
  description: 'Refusal of a request. `code` is a closed set, `reason` an open one of stable names.',
  required: ['error', 'requestId'],
  properties: {
    error: {
      type: 'object',
      description: 'The refusal.',
      required: ['code', 'reason', 'message', 'docs'],
      properties: {
        code: { type: 'string', enum: Object.keys(statusOfCode), description: 'The kind of error.' },
        reason: { type: 'string', description: 'The cause; each has a section at `/docs/errors`.' },
        message: { type: 'string', description: 'For people; may change.' },
        fields: {
          type: 'array',
          maxItems: 50,
          items: pointTo('schemas', 'FieldProblem'),
          description: 'Every field that was refused, at once.',
        },
        details: { type: 'object', description: 'Facts that help to recover: counts, ids, allowed values.' },
        docs: { type: 'string', description: 'Address of the explanation of the reason.' },
      },
    },
    requestId: pointTo('schemas', 'RequestId'),
  },
}

const sharedHeaders: Json = {
  RequestId: { description: 'The same as `requestId` in the body.', schema: { type: 'string' } },
  RateLimit: header('Rest of the limit that the request drew from (IETF draft).', '"secret";r=199;t=1'),
  RateLimitPolicy: header('The limits that hold for the key (IETF draft).', '"secret";q=200;w=2'),
  RetryAfter: { ...header('Seconds to wait before the next try.', 1), schema: { type: 'integer', minimum: 0 } },
  IdempotentReplayed: { ...header('`true` when the response is that of an earlier request.', 'true') },
}

function header(description: string, example: unknown): Json {
  return object({ description, schema: { type: 'string' }, example })
}
