import { Type } from '#kit/values/schema.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { filterInput } from '#kit/filter/filter.ts'
import { spanMs } from '#kit/values/span.ts'
import {
  dateTime,
  defaulted,
  email,
  flag,
  group,
  idOf,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  refTo,
  required,
  whole,
  words,
} from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { templateFormats } from '#platform/templates/templatesPort.ts'
import {
  campaignCancelled,
  campaignCompleted,
  campaignCreated,
  campaignDeleted,
  campaignMissed,
  campaignPaused,
  campaignScheduled,
  campaignResumed,
  campaignStarted,
  campaignUpdated,
} from '#products/marketing/facts.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { attributesSchema, topicKeyPattern } from '#products/marketing/contact/contactFields.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { bodyMax } from '#products/marketing/template/template.ts'
import { conversionFields, conversionProblems } from './campaignConversionFields.ts'
import { timingFields, timingProblems } from './campaignTiming.ts'
import { variantFields, variantProblems } from './campaignVariants.ts'

const isSet = { isReadOnly: true } as const
const ids = (prefix: string, max: number, description: string) =>
  Type.Optional(words(max, idOf(prefix), { description }))

const audience = group(
  {
    segmentIds: ids('seg', 50, 'Members of any of these segments.'),
    excludeSegmentIds: ids('seg', 50, 'Members of these segments get nothing.'),
    contactIds: ids('con', 1_000, 'These contacts.'),
    tags: Type.Optional(words(50, nameLine(60), { description: 'Contacts with any of these tags.' })),
  },
  { description: 'Contacts that get the campaign, beside those of `filter`; each gets one mail.' },
)

/** Ways to the contacts. */
const campaignChannels = ['email', 'sms', 'webhook'] as const

/** Stored fields of a campaign. */
export const campaignFields = {
  name: required(nameLine(120, { description: 'Name, for you alone.' })),
  channel: defaulted(oneOf(campaignChannels, { description: 'Way to the contacts.' }), 'email', {
    access: { isFixed: true },
  }),
  integrationId: optional(
    idOf('int', {
      description: 'Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms.',
    }),
    { storage: refTo('marketing.integration', 'int') },
  ),
  audience: optional(audience),
  filter: optional(filterInput('Contacts that satisfy this filter.'), { storage: { kind: 'json' } }),
  templateId: optional(idOf('tpl', { description: 'Template of the mail, in place of `body`.' }), {
    storage: refTo('marketing.template', 'tpl'),
  }),
  templateVersion: optional(
    whole(1, 2_147_483_647, { description: 'Version that the campaign sends; set when it is scheduled or starts.' }),
    {
      access: isSet,
    },
  ),
  variables: defaulted(attributesSchema('Values of the template’s variables.'), {}, { storage: { kind: 'json' } }),
  subject: optional(line(250, { description: 'Subject; Liquid. With `body`.' })),
  preheader: optional(line(250, { description: 'Text beside the subject; Liquid.' })),
  format: optional(oneOf(templateFormats, { description: 'Format of `body`.' })),
  body: optional(prose(bodyMax, { description: 'Body; Liquid. In place of a template.' })),
  textBody: optional(prose(bodyMax, { description: 'Text part; made from the body when left out.' })),
  contentId: optional(Type.String({ format: 'uuid', maxLength: 36 }), { access: { isReadOnly: true, isHidden: true } }),
  from: optional(
    group(
      {
        name: Type.Optional(nameLine(100, { description: 'Name of the sender.' })),
        email: Type.Optional(email({ description: 'Address of the sender.' })),
      },
      { description: 'Sender; the operator’s own when left out.' },
    ),
  ),
  replyTo: optional(email({ description: 'Address for answers.' })),
  topic: optional(
    matching(topicKeyPattern, 60, { description: 'Key of the topic; only its subscribers get the mail.' }),
  ),
  sendAt: optional(dateTime({ description: 'Time of a scheduled start.' })),
  latestStart: defaulted(
    line(40, { description: 'Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H.' }),
    'PT6H',
  ),
  ...timingFields,
  ...variantFields,
  ...conversionFields,
  tracking: optional(
    group(
      {
        opens: Type.Optional(flag({ description: 'Whether opens are counted; true when left out.' })),
        clicks: Type.Optional(flag({ description: 'Whether clicks are counted; true when left out.' })),
      },
      { description: 'Measuring.' },
    ),
  ),
  utm: optional(
    group(
      {
        source: Type.Optional(line(100, { description: 'Value of `utm_source`.' })),
        medium: Type.Optional(line(100, { description: 'Value of `utm_medium`.' })),
        campaign: Type.Optional(line(100, { description: 'Value of `utm_campaign`.' })),
        content: Type.Optional(line(100, { description: 'Value of `utm_content`.' })),
        term: Type.Optional(line(100, { description: 'Value of `utm_term`.' })),
      },
      { description: 'Parameters for the links of the mail that do not have them.' },
    ),
  ),
  onUncertain: defaulted(
    oneOf(['skip', 'resend'], { description: 'Mails whose sending was interrupted: left out, or sent again.' }),
    'skip',
  ),
  startedAt: optional(dateTime({ description: 'Time of the start.' }), { access: isSet }),
  frozenAt: optional(dateTime({ description: 'Time when the audience was fixed.' }), { access: isSet }),
  finishedAt: optional(dateTime({ description: 'Time when the last mail left.' }), { access: isSet }),
  pauseReason: optional(line(60, { description: 'Cause of a pause by itself, or of a missed start.' }), {
    access: isSet,
  }),
}

/** A campaign as the store returns it. */
export type Campaign = StoredOf<typeof campaignFields>

/** One mail to many contacts. */
export const campaign = resource({
  id: 'marketing.campaign',
  title: 'Campaign',
  description: 'Campaigns: one mail to many contacts',
  table: 'marketing_campaign',
  idKey: 'campaignId',
  prefix: 'cmp',
  states: {
    draft: ['scheduled', 'sending', 'cancelled'],
    scheduled: ['draft', 'sending', 'missed', 'cancelled'],
    sending: ['paused', 'sent', 'cancelled'],
    paused: ['sending', 'cancelled'],
    sent: [],
    cancelled: [],
    missed: ['draft', 'scheduled'],
  },
  initial: 'draft',
  // One that leaves, or will leave by itself, is cancelled first.
  deletedFrom: ['draft', 'sent', 'cancelled', 'missed'],
  actions: {
    schedule: { from: ['draft', 'missed'], to: 'scheduled', description: 'it starts at `sendAt`.' },
    unschedule: { from: ['scheduled', 'missed'], to: 'draft', description: 'it is a draft again.' },
    start: { from: ['draft', 'scheduled'], to: 'sending', description: 'it starts now.' },
    pause: { from: ['sending'], to: 'paused', description: 'no further mail leaves.' },
    resume: { from: ['paused'], to: 'sending', description: 'it goes on.' },
    cancel: { from: ['draft', 'scheduled', 'sending', 'paused'], to: 'cancelled', description: 'it ends for good.' },
  },
  countMax: 10_000,
  fields: campaignFields,
  derived: { nameKey: { sqlType: 'text', sorts: 'name', of: ({ name }) => foldName(name) } },
  facts: {
    created: campaignCreated,
    updated: campaignUpdated,
    deleted: campaignDeleted,
    moved: {
      scheduled: campaignScheduled,
      sending: campaignStarted,
      'paused sending': campaignResumed,
      paused: campaignPaused,
      sent: campaignCompleted,
      cancelled: campaignCancelled,
      missed: campaignMissed,
    },
  },
  check(record) {
    const problems = [...contentProblems(record), ...audienceProblems(record), ...timingProblems(record)]
    problems.push(...variantProblems(record), ...conversionProblems(record.conversion))
    if (record.status === 'scheduled' && record.sendAt === null) {
      problems.push(field('sendAt', 'required', 'is needed for a schedule'))
    }
    if (spanMs(record.latestStart) === undefined) {
      problems.push(field('latestStart', 'format', 'must be a duration such as PT6H'))
    }
    if (record.from !== null && record.from.email === undefined) {
      problems.push(field('/from/email', 'required', 'is needed'))
    }
    const variables = attributeProblems(record.variables).map((each) => ({ ...each, path: '/variables' }))
    problems.push(...variables)
    if (problems.length > 0) throw invalid(...problems)
  },
})

function contentProblems(record: Campaign): FieldProblem[] {
  const { templateId, body, subject, format } = record
  if (record.channel !== 'email') return callProblems(record)
  if (templateId !== null) {
    return body === null ? [] : [field('body', 'notAllowed', 'goes without templateId')]
  }
  const missing = Object.entries({ subject, format, body }).filter(([, value]) => value === null)
  if (missing.length === 3) return [field('templateId', 'anyOf', 'a templateId or subject, format and body are needed')]
  return missing.map(([name]) => field(name, 'required', 'is needed without templateId'))
}

/** Fields of a mail alone. */
const ofMail = ['subject', 'preheader', 'textBody', 'from', 'replyTo', 'tracking'] as const

/** A webhook may take its body from its integration; a text message needs a text. */
function callProblems(record: Campaign): FieldProblem[] {
  const { channel, templateId, body, format, integrationId } = record
  const problems = ofMail
    .filter((name) => record[name] !== null)
    .map((name) => field(name, 'notAllowed', `is for the channel email`))
  if (format !== null && format !== 'text') problems.push(field('format', 'enum', `must be text with ${channel}`))
  if (templateId !== null && body !== null) problems.push(field('body', 'notAllowed', 'goes without templateId'))
  if (channel === 'webhook' && integrationId === null) {
    problems.push(field('integrationId', 'required', 'is needed with webhook'))
  }
  if (record.throttle?.perDomainPerMinute !== undefined) {
    problems.push(field('/throttle/perDomainPerMinute', 'notAllowed', 'is for the channel email'))
  }
  if (channel === 'sms' && templateId === null && body === null) {
    problems.push(field('templateId', 'anyOf', 'a templateId or a body is needed'))
  }
  return problems
}

function audienceProblems({ audience: given, filter }: Campaign): FieldProblem[] {
  const problems = filter === null ? [] : checkFilter(filter, contactVocabulary, '/filter')
  const included = [given?.segmentIds, given?.contactIds, given?.tags].some(
    (list) => list !== undefined && list.length > 0,
  )
  if (included || filter !== null) return problems
  return [...problems, field('audience', 'anyOf', 'segments, contacts, tags or a filter are needed')]
}
