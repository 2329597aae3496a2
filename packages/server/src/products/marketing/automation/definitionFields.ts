import { filterInput, operatorNames, type Scalar } from '#kit/filter/filter.ts'
import {
  email,
  flag,
  idOf,
  line,
  matching,
  nameLine,
  nullable,
  oneOf,
  prose,
  real,
  timeZone,
  whole,
  words,
} from '#kit/values/fields.ts'
import { amountMax, currency } from '#kit/values/money.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { attributesSchema } from '#products/marketing/contact/contactFields.ts'
import { eventName } from '#products/marketing/event/eventInput.ts'
import { clock, weekDays, windowInput } from '#products/marketing/hours/timeFields.ts'
import { duration, offset } from './duration.ts'

/** Occurrences that begin runs. */
export const triggerTypes = [
  'event',
  'segmentEntered',
  'segmentExited',
  'contactCreated',
  'contactUpdated',
  'dateAttribute',
  'schedule',
  'scoreCrossed',
  'couponRedeemed',
  'paymentSucceeded',
  'manual',
] as const

/** Types of nodes. */
export const nodeTypes = [
  'sendEmail',
  'sendWebhook',
  'sendSms',
  'updateContact',
  'addScore',
  'enrol',
  'issueCoupon',
  'grantTokens',
  'createPaymentLink',
  'delay',
  'branch',
  'split',
  'waitFor',
  'goTo',
  'exit',
] as const

/** Most nodes of a definition, and most ways out of one node. */
export const nodesMax = 100
const waysMax = 10

const opt = Type.Optional
const nodeId = (description: string) =>
  matching('^[A-Za-z][A-Za-z0-9_-]{0,39}$', 40, { description, examples: ['welcome'] })
const nextNode = (description: string) => opt(nullable(nodeId(description)))
const fieldName = (description: string) =>
  matching('^(attributes\\.)?[A-Za-z_][A-Za-z0-9_.-]{0,79}$', 100, { description, examples: ['attributes.birthday'] })

/** A comparison of one property of an event. */
const whereInput = Type.Array(
  closed({
    prop: line(100, { description: 'Name of the property.' }),
    is: oneOf(operatorNames, { description: 'Comparison.' }),
    value: opt(
      Type.Unsafe<Scalar | readonly Scalar[]>({
        type: ['string', 'number', 'boolean', 'array'],
        maxLength: 1_000,
        maxItems: 100,
        items: { type: ['string', 'number'], maxLength: 1_000 },
        description: 'Value to compare with.',
      }),
    ),
  }),
  { maxItems: 10, description: 'Comparisons of its properties; all of them hold.' },
)

/** The occurrence that begins runs. */
export const triggerInput = closed(
  {
    type: oneOf(triggerTypes, { description: 'Occurrence that begins a run.' }),
    event: opt(eventName({ description: 'Name of the event, of type `event`.' })),
    where: opt(whereInput),
    segmentId: opt(idOf('seg', { description: 'Segment, of types `segmentEntered` and `segmentExited`.' })),
    field: opt(fieldName('Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`.')),
    offset: opt(offset({ description: 'Duration after the date, or before it with a sign, of type `dateAttribute`.' })),
    isYearly: opt(flag({ description: 'Whether the date returns each year, as a birthday does.' })),
    rrule: opt(
      matching('^[A-Z0-9=;,:+-]{8,300}$', 300, {
        examples: ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=9'],
        description: 'Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`.',
      }),
    ),
    timezone: opt(timeZone({ description: 'Zone of dates and recurrences; that of `settings` when left out.' })),
    threshold: opt(nameLine(60, { description: 'Name of the threshold, of type `scoreCrossed`; any when left out.' })),
    direction: opt(oneOf(['up', 'down'], { description: 'Direction of the crossing; either when left out.' })),
  },
  { description: 'Occurrence that begins runs.' },
)

/** Conditions on entering, and how often a contact may enter. */
export const entryInput = closed(
  {
    filter: opt(filterInput('Filter of the contacts that enter.')),
    reEntry: opt(
      oneOf(['never', 'afterExit', 'always'], {
        description: 'Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`.',
      }),
    ),
    cooldown: opt(duration({ description: 'Shortest time between two entries of a contact.' })),
    maxActiveRunsPerContact: opt(whole(1, 10, { description: 'Concurrent runs of one contact; 1 when left out.' })),
  },
  { description: 'Conditions on entering, and the re-entry policy.' },
)

const inlineContent = closed(
  {
    subject: opt(line(250, { description: 'Subject of the mail.' })),
    preheader: opt(line(250, { description: 'Preview text.' })),
    format: oneOf(['mjml', 'html', 'markdown', 'text'], { description: 'Format of the body.' }),
    body: prose(100_000, { description: 'Body, with Liquid.' }),
    text: opt(prose(100_000, { description: 'Plain text part; made from the body when left out.' })),
  },
  { description: 'Content of the message itself, in place of a template.' },
)

const localTime = closed(
  {
    hour: whole(0, 23, { description: 'Hour of the day.' }),
    minute: opt(whole(0, 59, { description: 'Minute; 0 when left out.' })),
    days: weekDays('Days of the week; all when left out.'),
  },
  { description: 'The next moment at which the clock of the contact shows this time.' },
)

/** Sender of a mail. */
export const senderInput = closed(
  {
    name: opt(nameLine(100, { description: 'Name.' })),
    email: email({ description: 'Address, of a domain that the integration has verified.' }),
  },
  { description: 'Sender; that of the integration when left out.' },
)

/** Address for answers. */
export const replyToInput = email({ description: 'Address for answers; that of the sender when left out.' })

/** Values that a node or a step gives to the variables of its template. */
export const variablesInput = attributesSchema('Values of the variables of the template.')

/** Value that a node sets. */
const setValue = {
  type: ['string', 'number', 'boolean'],
  maxLength: 4_000,
}

/** A node: its type decides which of the other fields it has. */
export const nodeInput = closed(
  {
    nodeId: nodeId('Name of the node within the definition.'),
    type: oneOf(nodeTypes, { description: 'Type, which decides the other fields.' }),
    label: opt(nameLine(80, { description: 'Title in the console.' })),
    position: opt(
      closed(
        {
          x: real(-100_000, 100_000, { description: 'Left edge.' }),
          y: real(-100_000, 100_000, { description: 'Top edge.' }),
        },
        { description: 'Place on the canvas of the console.' },
      ),
    ),
    next: nextNode('Node that follows; the run is complete without one.'),
    templateId: opt(idOf('tpl', { description: 'Template of the message (sendEmail, sendSms).' })),
    inline: opt(inlineContent),
    integrationId: opt(idOf('int', { description: 'Integration that sends; the default one when left out.' })),
    topic: opt(
      matching('^[a-z0-9][a-z0-9-]{0,59}$', 60, {
        description: 'Subscription topic of the mail.',
        examples: ['product-news'],
      }),
    ),
    subjectOverride: opt(line(250, { description: 'Subject in place of that of the template.' })),
    from: opt(senderInput),
    replyTo: opt(replyToInput),
    variables: opt(variablesInput),
    sendWindow: opt(windowInput),
    bodyTemplate: opt(prose(64_000, { description: 'Body of the request, with Liquid (sendWebhook).' })),
    set: opt(
      Type.Unsafe<Record<string, string | number | boolean>>({
        type: 'object',
        maxProperties: 50,
        propertyNames: { pattern: '^(attributes\\.)?[A-Za-z_][A-Za-z0-9_-]{0,59}$' },
        additionalProperties: setValue,
        description: 'Fields to set, by name: `firstName`, `attributes.plan` (updateContact).',
      }),
    ),
    unset: opt(words(50, fieldName('Field.'), { description: 'Fields to clear (updateContact).' })),
    addTags: opt(words(50, nameLine(60), { description: 'Tags to add (updateContact).' })),
    removeTags: opt(words(50, nameLine(60), { description: 'Tags to remove (updateContact).' })),
    points: opt(whole(-1_000, 1_000, { description: 'Points to add (addScore).' })),
    score: opt(oneOf(['fit', 'engagement'], { description: 'Score to add to; `engagement` when left out.' })),
    reason: opt(nameLine(200, { description: 'Reason of points, tokens or the exit (addScore, grantTokens, exit).' })),
    emailSequenceId: opt(idOf('seq', { description: 'Sequence to enrol in (enrol).' })),
    automationId: opt(idOf('aut', { description: 'Automation to enter, in place of a sequence (enrol).' })),
    couponId: opt(
      idOf('cpn', {
        description: 'Coupon of which the contact gets a copy for one use; texts read `coupon.code` (issueCoupon).',
      }),
    ),
    token: opt(
      matching('^[A-Z0-9_]{2,12}$', 12, {
        description: 'Token; `POINTS` when left out (grantTokens).',
        examples: ['POINTS'],
      }),
    ),
    amount: opt(whole(1, 1_000_000_000_000, { description: 'Tokens to give (grantTokens).' })),
    rewardId: opt(idOf('rwd', { description: 'Reward that the tokens belong to (grantTokens).' })),
    expiresAfter: opt(duration({ description: 'Time in which the gift can be used (issueCoupon, grantTokens).' })),
    paymentLink: opt(
      closed(
        {
          title: nameLine(120, { description: 'Title of the page and of the payment.' }),
          amount: whole(1, amountMax, { description: 'Amount in minor units.' }),
          currency: currency({ description: 'Currency of the amount.' }),
          allowCoupons: opt(flag({ description: 'Whether the payer may enter codes of coupons; false by default.' })),
          expiresAfter: opt(duration({ description: 'Time in which it can be paid; any when left out.' })),
        },
        {
          description:
            'Payment link for the contact and one payment; texts read `paymentLink.url` (createPaymentLink).',
        },
      ),
    ),
    for: opt(duration({ description: 'Time to wait (delay).' })),
    untilLocalTime: opt(localTime),
    untilAttribute: opt(
      closed(
        {
          field: fieldName('Field with a date.'),
          offset: opt(offset({ description: 'Duration after the date, or before it with a sign.' })),
        },
        { description: 'Waits until a date of the contact; not at all without one (delay).' },
      ),
    ),
    cases: opt(
      Type.Array(
        closed({
          when: filterInput('Condition of the way.'),
          next: nextNode('Node that follows.'),
          label: opt(nameLine(80, { description: 'Title in the console.' })),
        }),
        { minItems: 1, maxItems: waysMax, description: 'Ways out, tried in order (branch).' },
      ),
    ),
    else: nextNode('Node that follows when no case matches (branch).'),
    weights: opt(
      Type.Array(
        closed({
          weight: whole(1, 1_000, { description: 'Share of the contacts, relative to the other weights.' }),
          next: nextNode('Node that follows.'),
        }),
        { minItems: 1, maxItems: waysMax, description: 'Ways out by a stable hash of the contact (split).' },
      ),
    ),
    event: opt(
      closed(
        { name: eventName({ description: 'Name of the event.' }), where: opt(whereInput) },
        { description: 'Event to wait for (waitFor).' },
      ),
    ),
    segmentId: opt(idOf('seg', { description: 'Segment to wait for (waitFor).' })),
    filter: opt(filterInput('Condition to wait for (waitFor).')),
    timeout: opt(duration({ description: 'Longest wait (waitFor).' })),
    timeoutNext: nextNode('Node that follows when the wait times out (waitFor).'),
  },
  { title: 'AutomationNodeInput', description: 'A node of an automation.' },
)

/** Settings of an automation. */
export const settingsInput = closed(
  {
    timezone: opt(timeZone({ description: 'Zone of a contact without one; that of the account when left out.' })),
    timezoneMode: opt(
      oneOf(['contact', 'account'], { description: 'Clock that counts; that of the contact when left out.' }),
    ),
    quietHours: opt(
      closed(
        {
          from: clock('Begin, `22:00`.'),
          to: clock('End, `08:00`.'),
          days: weekDays('Days; all when left out.'),
        },
        { description: 'Hours of the contact without messages: they wait until the end.' },
      ),
    ),
    frequencyCap: opt(
      closed(
        {
          max: whole(1, 1_000, { description: 'Messages.' }),
          per: duration({ description: 'Period.' }),
        },
        { description: 'Most messages to a contact in a period, of all sources; further ones are skipped.' },
      ),
    ),
    onDeletedTemplate: opt(
      oneOf(['skip', 'fail'], {
        description: 'Whether a message with a deleted template is skipped or fails the run.',
      }),
    ),
  },
  { description: 'Zone, quiet hours and caps.' },
)

/** Condition that completes runs early and counts as success. */
export const goalInput = closed(
  {
    filter: filterInput('Condition that is the goal.'),
    within: opt(duration({ description: 'Time after entering in which it counts; any when left out.' })),
  },
  { description: 'Condition that ends a run as a success.' },
)

/** The parts of a definition. */
export const definitionInput = {
  trigger: triggerInput,
  entry: opt(entryInput),
  nodes: Type.Array(nodeInput, { minItems: 1, maxItems: nodesMax, description: 'Nodes; the first one is the entry.' }),
  exitWhen: opt(nullable(filterInput('Contacts that match leave at their next step.'))),
  goal: opt(nullable(goalInput)),
  settings: opt(settingsInput),
}

/** Definitions of sequences also end at answers of the contact. */
const definitionSchema = closed({ ...definitionInput, stopOn: opt(Type.Array(oneOf(['replied', 'clicked']))) })

/** A definition, as it is stored. */
export type Definition = Static<typeof definitionSchema>
/** A node of a definition. */
export type AutomationNode = Definition['nodes'][number]
/** The trigger of a definition. */
export type Trigger = Definition['trigger']
/** Settings of a definition. */
export type Settings = NonNullable<Definition['settings']>
/** Comparisons of properties of an event. */
export type Where = NonNullable<Trigger['where']>
