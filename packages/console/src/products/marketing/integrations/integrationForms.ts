import type { ApiRecord } from '#console/parts/descriptor.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'

/** A secret of an integration. */
export type SecretName = 'password' | 'apiKey' | 'signingKey'

/** Settings and secrets of a type, in the order in which people fill them in. */
type Form = { needs: string[]; may: string[]; secrets: SecretName[]; maySecrets: SecretName[] }

const none: Form = { needs: [], may: [], secrets: [], maySecrets: [] }

const forms = {
  smtp: { ...none, needs: ['host'], may: ['port', 'security', 'username', 'reports'], maySecrets: ['password'] },
  ses: { ...none, needs: ['region', 'accessKeyId'], may: ['topicArn', 'url'], secrets: ['apiKey'] },
  mailgun: { needs: ['domain'], may: ['region', 'url'], secrets: ['apiKey'], maySecrets: ['signingKey'] },
  postmark: { ...none, may: ['messageStream', 'url'], secrets: ['apiKey'] },
  sendgrid: { ...none, may: ['region', 'url'], secrets: ['apiKey'], maySecrets: ['signingKey'] },
  bounceMailbox: {
    ...none,
    needs: ['host', 'username'],
    may: ['port', 'security', 'folder'],
    secrets: ['password'],
  },
  inboundWebhook: {
    ...none,
    may: [
      'eventName',
      'eventPath',
      'emailPath',
      'externalIdPath',
      'phonePath',
      'idPath',
      'propertiesPath',
      'attributesPath',
    ],
  },
  outboundWebhook: {
    ...none,
    needs: ['url'],
    may: ['bodyTemplate', 'contentType', 'headerName'],
    maySecrets: ['apiKey'],
  },
  smsHttp: { ...none, needs: ['url', 'bodyTemplate'], may: ['contentType', 'headerName'], secrets: ['apiKey'] },
  segmentTrack: none,
} satisfies Record<string, Form>

/** A type of integrations that can be made here. */
export type IntegrationKind = keyof typeof forms

/** Types by purpose, in the order of the gallery. */
export const kindGroups = [
  { id: 'mail', kinds: ['smtp', 'ses', 'mailgun', 'postmark', 'sendgrid'] },
  { id: 'returns', kinds: ['bounceMailbox'] },
  { id: 'incoming', kinds: ['inboundWebhook', 'segmentTrack'] },
  { id: 'outgoing', kinds: ['outboundWebhook', 'smsHttp'] },
] as const satisfies readonly { id: string; kinds: readonly IntegrationKind[] }[]

/** The type of a name; undefined for another text. */
export function kindOf(name: unknown): IntegrationKind | undefined {
  return kindGroups.flatMap(({ kinds }): readonly IntegrationKind[] => kinds).find((each) => each === name)
}

/** Whether mail leaves by a type, so that it has a sender, limits and a default. */
export function isSender(type: unknown): boolean {
  return kindGroups[0].kinds.some((each) => each === type)
}

/** Secrets of a type, needed ones first. */
export function secretsOf(kind: IntegrationKind): SecretName[] {
  return [...forms[kind].secrets, ...forms[kind].maySecrets]
}

/** Whether calls of others, or calls to others, prove themselves by the secret that the server makes. */
export function hasOwnSecret(type: unknown, config: unknown): boolean {
  if (type === 'smtp') return typeof Object(config)['reports'] === 'string'
  const kind = kindOf(type)
  return (
    kind !== undefined && ['inboundWebhook', 'segmentTrack', 'outboundWebhook', 'smsHttp', 'postmark'].includes(kind)
  )
}

const ofSenders = ['from', 'isDefault', 'limits', 'warmUp']
const ofAll = ['integrationId', 'name', 'clientReference', 'metadata', 'ifVersion', 'action']

/** The input of an operation with the fields of one type alone. */
export function schemaOf(kind: IntegrationKind, input: JsonSchema, more: readonly string[] = []): JsonSchema {
  const { needs, may, secrets, maySecrets } = forms[kind]
  const { config, secrets: declared, ...others } = input.properties ?? {}
  const names = new Set([...ofAll, ...more, ...(isSender(kind) ? ofSenders : [])])
  const all = [...secrets, ...maySecrets]
  const properties = {
    ...(others['name'] === undefined ? {} : { name: others['name'] }),
    ...(needs.length + may.length > 0 && config !== undefined ? { config: groupOf(config, needs, may) } : {}),
    ...(all.length > 0 && declared !== undefined && more.includes('secrets')
      ? { secrets: groupOf(declared, secrets, maySecrets) }
      : {}),
    ...Object.fromEntries(Object.entries(others).filter(([name]) => names.has(name))),
    ...(names.has('isDefault') && others['isDefault'] !== undefined
      ? { isDefault: { ...others['isDefault'], default: false } }
      : {}),
  }
  const required = [
    ...(input.required ?? []).filter((name) => name in properties),
    ...(needs.length > 0 ? ['config'] : []),
    ...(secrets.length > 0 && 'secrets' in properties ? ['secrets'] : []),
  ]
  return { ...input, properties, required }
}

/** The members of a group that a type needs and may have. An id of another service is a text, not one of ours. */
function groupOf(declared: JsonSchema, needs: readonly string[], may: readonly string[]): JsonSchema {
  const group = declared.anyOf?.find(({ type }) => type !== 'null') ?? declared
  const members = group.properties ?? {}
  const { description: _about, ...plain } = group
  const chosen = [...needs, ...may].flatMap((name): [string, JsonSchema][] => {
    const schema = members[name]
    if (schema === undefined) return []
    return [[name, name === 'accessKeyId' ? { ...schema, pattern: '^.{1,128}$' } : schema]]
  })
  return { ...plain, type: 'object', properties: Object.fromEntries(chosen), required: [...needs] }
}

/** The schema of the edit form of an integration. Secrets and the default are changed on its page. */
export function editSchema(input: JsonSchema, record: ApiRecord): JsonSchema {
  const kind = kindOf(record['type'])
  return kind === undefined ? input : schemaOf(kind, input)
}
