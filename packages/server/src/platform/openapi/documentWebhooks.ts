import type { Fact } from '#kit/nouns/fact.ts'
import type { Product } from '#kit/nouns/product.ts'
import { attemptsMax, overdueMsMax } from '#platform/webhooks/deliveryBackOff.ts'
import { object, plain, pointTo, type Json } from './json.ts'
import { exampleId } from './examples.ts'
import { exampleAccountId, exampleMoment } from './exampleValues.ts'
import type { Building } from './operationItem.ts'
import { open } from './schemas.ts'

/** The webhooks of a document: one per public fact, in the form of Standard Webhooks 1.0. */
export function webhookItems(products: readonly Product[], building: Building): Record<string, Json> {
  const items: Record<string, Json> = {}
  for (const product of products) {
    for (const fact of product.facts.filter((each) => each.isPublic)) {
      items[fact.name] = { post: webhookItem(fact, building) }
    }
  }
  return items
}

const attemptDays = Math.round(overdueMsMax / 86_400_000)

/** The name of the tag of webhooks. */
export const webhookTag = 'Webhooks'

function webhookItem(fact: Fact, building: Building): Json {
  const data = payloadOf(fact, building)
  const envelope: Json = {
    type: 'object',
    required: ['type', 'timestamp', 'data', 'id', 'accountId', 'subject', 'subjectVersion'],
    properties: {
      type: { type: 'string', const: fact.name, description: 'The name of the fact.' },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the event.' },
      data,
      id: { type: 'string', description: 'The id of the fact, `fct_…`; the same at every endpoint and attempt.' },
      accountId: { type: 'string', description: 'The account of the event, `acc_…`.' },
      subject: { type: 'string', description: 'The id of the entity.' },
      subjectVersion: {
        type: 'integer',
        description: 'The version of the entity after the event. Drop an event with an older version than yours.',
      },
    },
  }
  const payload = object(building.examples.sampleOf(data, hintsOf(fact, building)))
  const example = {
    type: fact.name,
    timestamp: exampleMoment,
    data: payload,
    id: exampleId('fct'),
    accountId: exampleAccountId,
    subject: payload['id'] ?? exampleAccountId,
    subjectVersion: 1,
  }
  return {
    operationId: `webhook.${fact.name}`,
    summary: fact.name,
    description: fact.description,
    tags: [webhookTag],
    security: [],
    parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => pointTo('parameters', name)),
    requestBody: { required: true, content: { 'application/json': { schema: envelope, example } } },
    responses: {
      '2XX': { description: 'Any 2xx within 15 seconds counts as delivered.' },
      '410': { description: 'Gone: the endpoint is disabled.' },
      default: {
        description: `Any other response is retried: ${attemptsMax} attempts within ${attemptDays} days.`,
      },
    },
  }
}

function payloadOf(fact: Fact, { schemas }: Building): Json {
  const snapshot = fact.resourceId === undefined ? undefined : schemas.snapshot(fact.resourceId)
  return snapshot ?? { description: fact.description, ...open(plain(fact.payload)) }
}

function hintsOf(fact: Fact, { operations, resources, examples }: Building): Json {
  const stem = fact.resourceId ?? ''
  const of = resources.get(stem)
  const made = examples.input(operations.get(`${stem}.create`))
  return object(of === undefined ? made : { ...made, id: exampleId(of.prefix) })
}

const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

/** The headers of Standard Webhooks, as parameters. */
export const webhookParameters: Record<string, Json> = {
  WebhookId: header(
    'webhook-id',
    'The id of the fact, the same in every attempt: drop an id that you have received before.',
    exampleId('fct'),
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Seconds since 1970. Refuse a request older than five minutes.',
    '1795253400',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures, separated by blanks: HMAC-SHA-256 as `v1,…`, Ed25519 as `v1a,…`.',
    signature,
  ),
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
