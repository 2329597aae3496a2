import {
  childRows,
  defaulted,
  flag,
  idOf,
  line,
  matching,
  nameLine,
  nullable,
  oneOf,
  optional,
  prose,
  refTo,
  required,
  whole,
  words,
} from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { Type } from '#kit/values/schema.ts'
import { templateFormats } from '#platform/templates/templatesPort.ts'
import { templateCreated, templateDeleted, templateUpdated } from '#products/marketing/facts.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { attributesSchema, topicKeyPattern } from '#products/marketing/contact/contactFields.ts'
import { defaultProblems } from './templateVariables.ts'

/** Characters of a body. */
export const bodyMax = 1_000_000
const isSet = { isReadOnly: true } as const

/** Schema of a variable. */
export const variable = {
  name: matching('^[A-Za-z_][A-Za-z0-9_]{0,59}$', 60, { description: 'Name in the texts.' }),
  type: oneOf(['text', 'number', 'flag', 'moment', 'url'], { description: 'Type of the value.' }),
  defaultValue: Type.Optional(line(1_000, { description: 'Value where none is given.' })),
  isRequired: Type.Optional(flag({ description: 'Whether no mail leaves without it, unless it has a default.' })),
}

/** Stored fields of a template. */
export const templateFields = {
  name: required(nameLine(120, { description: 'Name.' })),
  type: defaulted(
    oneOf(['email', 'sms', 'webhook', 'page'], { description: 'Use; `page` is a layout of others.' }),
    'email',
    {
      access: { isFixed: true },
    },
  ),
  format: required(oneOf(templateFormats, { description: 'Format of `body`.' })),
  subject: optional(line(250, { description: 'Subject of the mail; Liquid.' })),
  preheader: optional(line(250, { description: 'Text beside the subject in a list of mails; Liquid.' })),
  body: required(prose(bodyMax, { description: 'Body in its format, with Liquid.' })),
  textBody: optional(prose(bodyMax, { description: 'Text part; made from the body when left out. Liquid.' })),
  layoutId: optional(idOf('tpl', { description: 'Template of type `page` with `{{ content }}` around the body.' }), {
    storage: refTo('marketing.template', 'tpl'),
  }),
  variables: childRows('marketing_template_variable', variable, {
    itemsMax: 50,
    description: 'Values that a campaign or an automation gives, as `{{ name }}`.',
  }),
  sampleData: defaulted(attributesSchema('Values for previews.'), {}, { storage: { kind: 'json' } }),
  topic: optional(
    matching(topicKeyPattern, 60, {
      description: 'Key of the topic of its mails, where a campaign or an automation names none.',
    }),
  ),
  currentVersion: defaulted(whole(1, 2_147_483_647, { description: 'Number of the newest version.' }), 1, {
    access: isSet,
  }),
  usedVariables: defaulted(words(500, line(200), { description: 'Names that the texts read.' }), [], { access: isSet }),
  warnings: defaulted(
    words(20, line(60), {
      description: 'Findings that may keep the mail from being read, such as `no_unsubscribe_link`.',
    }),
    [],
    { access: isSet },
  ),
}

/** Names that every mail has; values of a variable with such a name would be lost. */
const ownNames: ReadonlySet<string> = new Set([
  ...['account', 'contact', 'event', 'run', 'now'],
  ...['unsubscribeUrl', 'preferencesUrl', 'viewUrl', 'content'],
])

/** A template as the store returns it. */
export type Template = StoredOf<typeof templateFields>

/** The text of mails, in versions that never change. */
export const template = resource({
  id: 'marketing.template',
  title: 'Template',
  description: 'Templates: texts of mails, in versions that never change',
  table: 'marketing_template',
  idKey: 'templateId',
  prefix: 'tpl',
  states: { draft: ['active', 'archived'], active: ['draft', 'archived'], archived: ['active'] },
  initial: 'active',
  actions: {
    activate: { from: ['draft', 'archived'], to: 'active', description: 'it may be sent.' },
    unpublish: { from: ['active'], to: 'draft', description: 'it is a draft again.' },
    archive: { from: ['draft', 'active'], to: 'archived', description: 'it is put away.' },
  },
  countMax: 5_000,
  fields: templateFields,
  derived: { nameKey: { sqlType: 'text', sorts: 'name', of: ({ name }) => foldName(name) } },
  facts: { created: templateCreated, updated: templateUpdated, deleted: templateDeleted },
  check(record) {
    const problems = attributeProblems(record.sampleData).map((each) => ({ ...each, path: '/sampleData' }))
    problems.push(...defaultProblems(record.variables))
    if (record.type === 'email' && record.subject === null) problems.push(field('subject', 'required', 'is needed'))
    if (record.type === 'page' && record.layoutId !== null) {
      problems.push(field('layoutId', 'notAllowed', 'a layout has none itself'))
    }
    const names = record.variables.map(({ name }) => name)
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) !== index)
        problems.push(field(`/variables/${index}/name`, 'unique', 'stands there twice'))
      if (ownNames.has(name)) problems.push(field(`/variables/${index}/name`, 'reserved', 'is a name of every mail'))
    }
    if (problems.length > 0) throw invalid(...problems)
  },
})

/** A rendered mail. */
export const renderedShape = {
  subject: Type.String({ description: 'Subject.' }),
  preheader: Type.String({ description: 'Text beside the subject.' }),
  html: nullable(Type.String({ description: 'HTML; null for a text.' })),
  text: Type.String({ description: 'Text part.' }),
  bytes: whole(0, 10_000_000, { description: 'Size of the HTML, else of the text.' }),
  hints: Type.Array(Type.String(), { description: 'Findings that may keep the mail from being read.' }),
}
