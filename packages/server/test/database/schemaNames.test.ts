import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, texts, type Json } from '#platform/openapi/json.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { version } from '#platform/openapi/version.ts'
import { products } from '#products/index.ts'

const document = buildOpenApi({ products, version })
const schemas = object(object(document['components'])['schemas'])
const operations = products.flatMap((product) => product.operations)

test('every JSON request body and every response is a named schema, or anyOf two of them', () => {
  assert.ok(operations.length > 50)
  for (const of of operations) {
    const item = object(object(object(document['paths'])[of.path])[of.method.toLowerCase()])
    const body = jsonSchema(item['requestBody'])
    if (body !== undefined) assert.match(String(body['$ref']), /Input$/, of.id)
    const envelope = jsonSchema(object(item['responses'])['200'])
    if (envelope === undefined) continue
    const data = object(object(envelope['properties'])['data'])
    const forms = Array.isArray(data['anyOf']) ? data['anyOf'].map(object) : [data]
    assert.equal(forms.length, of.publicOutput === undefined ? 1 : 2, of.id)
    for (const form of forms) assert.equal(typeof form['$ref'], 'string', of.id)
  }
})

test('no schema has the name of a type that JavaScript has', () => {
  const names = Object.keys(schemas)
  assert.ok(names.includes('Problem'))
  assert.deepEqual(
    names.filter((name) => name in globalThis),
    [],
  )
})

test('a response has no optional property, except those that a request decides', () => {
  const found = Object.entries(schemas).flatMap(([name, schema]) =>
    name.endsWith('Input') ? [] : optionalIn(object(schema), name),
  )
  assert.deepEqual(found.toSorted(), decidedByRequest.toSorted())
})

const contactFields = [
  ...['addressFlags', 'attributes', 'clientReference', 'country', 'createdAt', 'email', 'externalId', 'firstName'],
  ...[
    'isPhoneSuppressed',
    'isSuppressed',
    'lastName',
    'locale',
    'mergedIntoId',
    'metadata',
    'phone',
    'status',
    'tags',
    'timezone',
    'topics',
  ],
  ...['trackingDisabled', 'updatedAt', 'version', 'viewerId'],
]

/** Properties that are present only for some requests or some histories of the record. */
const decidedByRequest: string[] = [
  // Counts, inner lists, parts of a report and distances that the request selects.
  'Pagination.total',
  'Pagination.totalIsCapped',
  'PaymentLinkGetPaymentsOutput.id',
  'LivestreamCategoryListItem.subCategories',
  'PublicLivestreamCategoryListItem.subCategories',
  'PlaceListItem.distanceM',
  'PublicPlaceListItem.distanceM',
  ...['breakdown', 'quality', 'realtime', 'retention', 'timeseries', 'totals'].map(
    (part) => `StreamGetAnalyticsOutput.${part}`,
  ),
  'PublicStreamListItem.channel',
  'ContactNamesOutput.properties',
  'AccountDelivery.attempts',
  'AccountDelivery.requestBody',
  'PlaceCreateOutput.possibleDuplicates',
  ...['pagination', 'runs'].map((part) => `AutomationGetOutput.${part}`),
  ...['links', 'pagination', 'preview', 'results'].map((part) => `CampaignGetOutput.${part}`),
  ...['deliveries', 'health', 'items'].map((part) => `IntegrationGetOutput.${part}`),
  ...['enrolments', 'pagination', 'stats'].map((part) => `EmailSequenceGetOutput.${part}`),
  // Fields of a contact that the request does not leave out.
  ...contactFields.map((field) => `ContactListItem.${field}`),
  // Secrets that are shown once.
  'KeyCreateOutput.secret',
  'KeyRotateOutput.secret',
  'WebhookEndpointCreateOutput.secret',
  'WebhookEndpointRotateSecretOutput.secret',
  // The form of a contact or of the model, and parts that the request selects.
  ...[
    'asOf',
    'breakdown',
    'breakdownRest',
    'contactId',
    'engagement',
    'fit',
    'grade',
    'history',
    'model',
    'nextCrossing',
    'preview',
  ].map((part) => `MarketingLeadScore.${part}`),
  ...['filter', 'text'].map((part) => `ContactCountOutput.${part}`),
  ...['loyalty', 'messages', 'payments', 'score', 'segments', 'timeline'].map((part) => `ContactGetOutput.${part}`),
  ...['members', 'membership', 'pagination', 'trend', 'usedBy'].map((part) => `SegmentGetOutput.${part}`),
  ...['recipients', 'timeline'].map((part) => `CampaignGetOutput.${part}`),
  'TemplateGetOutput.rendered',
  'CouponBatchGetOutput.usage',
  ...['usage', 'validation'].map((part) => `CouponGetOutput.${part}`),
  'PaymentLinkGetOutput.days',
  'PromotionGetOutput.evaluation',
  'PromotionGetOutput.stats',
  'PromotionGetOutput.warnings',
  'MarketingLeadScore.progress',
  'MarketingLeadScore.total',
  'ScoreRule.cap',
  'ScoreRule.expiresAfter',
  // Parts that exist only for unusual results.
  'AccountAuditVerifyOutput.brokenAt',
  'AccountAuditVerifyOutput.problem',
  'StreamCreateOutput.pending',
  'StreamUpdateOutput.pending',
  ...['Channel', 'PublicChannel', 'Place', 'PublicPlace'].map((noun) => `${noun}GetOutput.redirectedFrom`),
]

/** Optional properties of a response; members of objects from callers do not count. */
function optionalIn(schema: Json, path: string): string[] {
  const parts = [schema['allOf'], schema['anyOf']].flatMap((each) => (Array.isArray(each) ? each.map(object) : []))
  const required = new Set(texts(schema['required']))
  const own = Object.keys(object(schema['properties'])).filter((name) => !required.has(name))
  return [...own.map((name) => `${path}.${name}`), ...parts.flatMap((each) => optionalIn(each, path))]
}

function jsonSchema(holder: unknown): Json | undefined {
  const content = object(object(holder)['content'])['application/json']
  return content === undefined ? undefined : object(object(content)['schema'])
}
