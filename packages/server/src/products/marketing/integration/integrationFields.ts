import { Type } from '#kit/values/schema.ts'
import {
  calledUrl,
  dateTime,
  defaulted,
  email,
  flag,
  group,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  required,
  whole,
} from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { eventName } from '#products/marketing/event/eventInput.ts'
import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import type { StoredOf } from '#kit/nouns/resource.ts'

/** Types of integrations. */
export const integrationTypes = [
  'smtp',
  'ses',
  'mailgun',
  'postmark',
  'sendgrid',
  'bounceMailbox',
  'inboundWebhook',
  'outboundWebhook',
  'smsHttp',
  'segmentTrack',
  'shopFeed',
] as const

/** A type of integrations. */
export type IntegrationType = (typeof integrationTypes)[number]

/** Types by which mail leaves. */
export const senderTypes: ReadonlySet<string> = new Set(['smtp', 'ses', 'mailgun', 'postmark', 'sendgrid'])

const own = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema)

const path = (description: string) =>
  matching('^[A-Za-z0-9_$-]{1,60}(\\.[A-Za-z0-9_$-]{1,60}){0,9}$', 300, {
    description,
    message: 'must be names with dots between them, such as data.customer.email',
    examples: ['data.customer.email'],
  })

const configSchema = group(
  {
    host: own(line(253, { description: 'Host of the server.' })),
    port: own(whole(1, 65_535, { description: 'Port; that of the protocol when left out.' })),
    security: own(
      oneOf(['tls', 'starttls'], { description: 'TLS from the start, or STARTTLS, which is required then.' }),
    ),
    username: own(line(254, { description: 'Name that signs in.' })),
    folder: own(line(200, { description: 'Folder of the mailbox; INBOX when left out.' })),
    region: own(line(40, { description: 'Region of the provider, such as eu-central-1.' })),
    domain: own(line(253, { description: 'Sending domain at the provider.' })),
    accessKeyId: own(line(128, { description: 'Id of the access key of Amazon.' })),
    topicArn: own(line(300, { description: 'ARN of the SNS topic that reports bounces; others are refused.' })),
    messageStream: own(line(60, { description: 'Message stream of Postmark.' })),
    reports: own(oneOf(['brevo', 'azure'], { description: 'Provider behind an SMTP server that reports bounces.' })),
    url: own(calledUrl('secret', { description: 'Address that is called; with a mail provider, that of its API.' })),
    bodyTemplate: own(prose(8_000, { description: 'Body of the request, in Liquid.' })),
    contentType: own(
      matching('^[A-Za-z0-9.+-]{1,60}/[A-Za-z0-9.+-]{1,60}(; ?charset=[A-Za-z0-9-]{1,40})?$', 150, {
        description: 'Media type of the body; JSON when left out. It decides how values are escaped.',
        message: 'must be a media type such as application/json',
        examples: ['application/json'],
      }),
    ),
    headerName: own(
      matching('^[A-Za-z][A-Za-z0-9-]{0,59}$', 60, {
        description: 'Name of the header with the secret `apiKey`; Authorization when left out.',
        message: 'must be the name of a header such as X-Api-Key',
        examples: ['X-Api-Key'],
      }),
    ),
    eventName: own(eventName({ description: 'Event that a call records; webhook.received when left out.' })),
    eventPath: own(path('Path to the name of the event in the payload, such as data.type.')),
    emailPath: own(path('Path to the mail address of the person; email when left out.')),
    externalIdPath: own(path('Path to your id of the person; externalId when left out.')),
    phonePath: own(path('Path to the phone number of the person; phone when left out.')),
    idPath: own(path('Path to the id of the call: a repeat with the same one counts once.')),
    propertiesPath: own(path('Path to the object with the properties of the event; the whole payload when left out.')),
    attributesPath: own(path('Path to an object whose members become attributes of the contact.')),
    everyHours: own(whole(1, 24, { description: 'Hours between two readings of a feed; 6 when left out.' })),
    currency: own(
      matching('^[A-Z]{3}$', 3, {
        description: 'Currency (ISO 4217) of prices of a feed that name none; without it they are left out.',
        message: 'must be a currency such as EUR',
        examples: ['EUR'],
      }),
    ),
  },
  { description: 'Settings of the type.' },
)

/** Secrets as a caller sends them. They are never returned. */
export const sentSecrets = closed(
  {
    password: own(line(500, { description: 'Password of SMTP or IMAP.' })),
    apiKey: own(line(500, { description: 'Key of the provider’s API; with Amazon the secret access key.' })),
    signingKey: own(line(1_000, { description: 'Key by which the provider signs its reports.' })),
  },
  { description: 'Secrets; those that are sent replace the stored ones.' },
)

/** Names of secrets. */
export const secretNames = ['password', 'apiKey', 'signingKey'] as const

/** Secrets in clear. */
export type Secrets = { [K in (typeof secretNames)[number]]?: string }

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }

/** Stored fields of an integration. */
export const integrationFields = {
  name: required(nameLine(120, { description: 'Name for the people of the account.' })),
  type: required(oneOf(integrationTypes, { description: 'Kind of the service.' }), { access: { isFixed: true } }),
  config: optional(configSchema),
  from: optional(
    group(
      {
        name: own(nameLine(100, { description: 'Name of the sender.' })),
        email: own(email({ description: 'Address of the sender.' })),
      },
      { description: 'Sender of mails that name none; the operator’s own when left out.' },
    ),
  ),
  isDefault: defaulted(flag({ description: 'Whether mail leaves by it where no other one is named.' }), false),
  limits: optional(
    group(
      {
        perSecond: own(whole(1, 10_000, { description: 'Mails per second.' })),
        perHour: own(whole(1, 10_000_000, { description: 'Mails per hour.' })),
        perDay: own(whole(1, 100_000_000, { description: 'Mails per day.' })),
        maxConnections: own(whole(1, 100, { description: 'Connections at once.' })),
      },
      { description: 'Bounds of the provider.' },
    ),
  ),
  warmUp: optional(
    group(
      {
        startPerDay: own(whole(1, 1_000_000, { description: 'Mails of the first day; twice as many each later day.' })),
        startsAt: own(dateTime({ description: 'Begin of the first day.' })),
      },
      { description: 'Slow begin of a new sender, up to the limits.' },
    ),
  ),
  sealedSecrets: optional(line(16_000), hidden),
  sealedHookSecret: optional(line(1_000), hidden),
  sealedFormerSecret: optional(line(1_000), hidden),
  formerSecretUntil: optional(dateTime(), hidden),
  nextCheckAt: optional(
    dateTime({ description: 'Time of the next check after a failure, or of the next reading of a feed.' }),
    readOnly,
  ),
  lastOkAt: optional(dateTime({ description: 'Last time that it worked.' }), readOnly),
  lastError: optional(line(500, { description: 'Cause of the last failure since then.' }), readOnly),
}

/** An integration as the store holds it. */
export type Integration = StoredOf<typeof integrationFields>

/** Settings of the type. */
export type Config = NonNullable<Integration['config']>

/** A member of the settings. */
type ConfigName = keyof Config

/** Settings and secrets that a type needs and may have. */
type Form = { needs: ConfigName[]; may: ConfigName[]; secrets: (typeof secretNames)[number][] }

const mailServer = { needs: ['host'], may: ['port', 'security', 'username'] } satisfies Partial<Form>

const forms: Record<IntegrationType, Form> = {
  smtp: { ...mailServer, may: [...mailServer.may, 'reports'], secrets: [] },
  ses: { needs: ['region', 'accessKeyId'], may: ['topicArn', 'url'], secrets: ['apiKey'] },
  mailgun: { needs: ['domain'], may: ['region', 'url'], secrets: ['apiKey'] },
  postmark: { needs: [], may: ['messageStream', 'url'], secrets: ['apiKey'] },
  sendgrid: { needs: [], may: ['region', 'url'], secrets: ['apiKey'] },
  bounceMailbox: { needs: ['host', 'username'], may: ['port', 'security', 'folder'], secrets: ['password'] },
  inboundWebhook: {
    needs: [],
    may: [
      ...(['eventName', 'eventPath', 'emailPath', 'externalIdPath', 'phonePath', 'idPath', 'propertiesPath'] as const),
      'attributesPath',
    ],
    secrets: [],
  },
  outboundWebhook: { needs: ['url'], may: ['bodyTemplate', 'contentType', 'headerName'], secrets: [] },
  smsHttp: { needs: ['url', 'bodyTemplate'], may: ['contentType', 'headerName'], secrets: ['apiKey'] },
  segmentTrack: { needs: [], may: [], secrets: [] },
  shopFeed: { needs: ['url'], may: ['everyHours', 'currency'], secrets: [] },
}

/** Headers of a request that belong to its protocol, its body or its signature. */
const reservedHeaders =
  /^(host|connection|upgrade|te|trailer|expect|date|user-agent|idempotency-key|(content|transfer|webhook|proxy)-.*)$/i

/** Texts that HTTP sends in a header or in the name of a host. */
const headerText = /^[\x20-\x7e]*$/
const headerMessage = 'must consist of letters, digits and signs of ASCII: HTTP sends it in a header'
const regionText = /^[A-Za-z0-9-]*$/

/** Throws invalid with each setting and secret that the type needs and lacks, or does not know. */
export function checkForm(type: IntegrationType, config: Config, secrets: Secrets): void {
  const form = forms[type]
  const known = new Set<string>([...form.needs, ...form.may])
  const set = Object.keys(config)
  const problems: FieldProblem[] = [
    ...form.needs
      .filter((name) => config[name] === undefined)
      .map((name) => field(`config/${name}`, 'required', `is needed with ${type}`)),
    ...set
      .filter((name) => !known.has(name))
      .map((name) => field(`config/${name}`, 'notAllowed', `is not for ${type}`)),
    ...(reservedHeaders.test(config.headerName ?? '')
      ? [field('config/headerName', 'notAllowed', 'is a header that the server sets itself')]
      : []),
    ...(headerText.test(secrets.apiKey ?? '') ? [] : [field('secrets/apiKey', 'format', headerMessage)]),
    ...(headerText.test(config.accessKeyId ?? '') ? [] : [field('config/accessKeyId', 'format', headerMessage)]),
    ...(regionText.test(config.region ?? '')
      ? []
      : [field('config/region', 'format', 'must be a region such as eu-central-1')]),
    ...form.secrets
      .filter((name) => secrets[name] === undefined)
      .map((name) => field(`secrets/${name}`, 'required', `is needed with ${type}`)),
  ]
  if (problems.length > 0) throw invalid(...problems)
}
