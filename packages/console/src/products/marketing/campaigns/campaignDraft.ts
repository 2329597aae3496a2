import type { OutputOf } from '#console/app/client.ts'
import { sentValues, type FormErrors, type FormValues } from '#console/parts/form/formValues.ts'
import { firstGap, type FilterTree } from '#console/products/marketing/filters/filterDraft.ts'

/** A campaign as the API returns it. */
export type Campaign = OutputOf<'marketing.campaign.get'>

/** Steps of the form in their order. */
export const steps = ['audience', 'content', 'delivery', 'check'] as const
/** Name of a step. */
export type Step = (typeof steps)[number]

const fieldsOf: Readonly<Record<Exclude<Step, 'check'>, readonly string[]>> = {
  audience: ['name', 'channel', 'audience', 'filter'],
  content: [
    ...['templateId', 'variables', 'subject', 'preheader', 'format', 'body', 'textBody'],
    ...['variants', 'abTest'],
  ],
  delivery: [
    ...['from', 'replyTo', 'integrationId', 'topic', 'sendAt', 'latestStart', 'sendMode', 'localTime', 'sendWindow'],
    ...['throttle', 'frequencyCap', 'tracking', 'utm', 'conversion', 'onUncertain'],
  ],
}

const formFields = new Set(Object.values(fieldsOf).flat())

/** The step of the form, and the ways to another one. `go` keeps the campaign before a later step. */
export type StepWay = {
  step: Step
  move(next: Step, id?: string): Promise<void>
  go(next: Step): Promise<void>
}

/** The step of a field by its JSON pointer; the last one for others. */
export function stepOf(path: string): Step {
  const field = path.split('/')[1] ?? ''
  return steps.find((step) => step !== 'check' && fieldsOf[step].includes(field)) ?? 'check'
}

/** The first step with a message; undefined without any. */
export function firstStepOf(errors: FormErrors): Step | undefined {
  const found = new Set(Object.keys(errors).map(stepOf))
  return steps.find((step) => found.has(step))
}

/** Values of the form for a campaign; for a new one without. Parts that a variant leaves out are absent. */
export function valuesOf(record: Campaign | undefined): FormValues {
  if (record === undefined) return { channel: 'email', variables: {}, variants: [] }
  const variants = record.variants.map((each) => sentValues(each))
  const fields = Object.entries(record).filter(([name]) => formFields.has(name))
  return { ...Object.fromEntries(fields), variants }
}

const schedule = new Set(['sendAt', 'sendMode', 'localTime'])

/** The values of a campaign for another one: all but its schedule. */
export function copiedValues(record: Campaign): FormValues {
  return Object.fromEntries(Object.entries(sentValues(valuesOf(record))).filter(([name]) => !schedule.has(name)))
}

/**
 * The input that makes a new campaign. A campaign is kept from the first step on, and needs a text: its name stands in
 * as the subject until the second step.
 */
export function newCampaign(values: FormValues): Record<string, unknown> {
  const { channel, templateId, body, name } = values
  const isEmpty = (templateId ?? null) === null && (body ?? null) === null
  const text = channel === 'email' ? { subject: name, format: 'markdown', body: '' } : { body: '' }
  return sentValues({ ...(isEmpty && channel !== 'webhook' ? text : {}), ...sentValues(values) })
}

/** Fields that have a value in any case: clearing their input leaves the former one. */
const neverNull = new Set(['latestStart', 'sendMode', 'onUncertain', 'variants', 'variables'])

/** The changed fields as the API takes them. */
export function patchOf(changed: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(changed).filter(([name, value]) => value !== null || !neverNull.has(name))
  return Object.fromEntries(fields)
}

type Audience = { segmentIds?: string[]; excludeSegmentIds?: string[]; contactIds?: string[]; tags?: string[] }

/** The audience of the form. */
export function audienceOf(values: FormValues): Audience {
  // cast: the input of the field holds its members, or nothing.
  return sentValues(Object(values['audience'])) as Audience
}

/** Filters that count an audience: contacts that are named, and those without the excluded segments. */
type AudienceFilters = { named: FilterTree; rest: FilterTree }

/** The audience as filters; undefined without a part that a filter can say. */
export function audienceFilters(values: FormValues): AudienceFilters | undefined {
  const { segmentIds = [], excludeSegmentIds = [], tags = [] } = audienceOf(values)
  // cast: the field holds a filter, or nothing.
  const filter = (values['filter'] ?? null) as FilterTree | null
  if (filter !== null && (Object.keys(filter).length === 0 || firstGap(filter) !== undefined)) return undefined
  const named: FilterTree[] = [
    ...segmentIds.map((segment) => ({ segment })),
    ...(tags.length === 0 ? [] : [{ field: 'tags', is: 'any', value: tags }]),
    ...(filter === null ? [] : [filter]),
  ]
  if (named.length === 0) return undefined
  const any = named.length === 1 ? Object(named[0]) : { op: 'or', of: named }
  return { named: any, rest: both(any, ...excludeSegmentIds.map((segment) => ({ op: 'not', of: { segment } }))) }
}

/** The filter of contacts that satisfy all of several ones. */
export function both(first: FilterTree, ...others: FilterTree[]): FilterTree {
  return others.length === 0 ? first : { op: 'and', of: [first, ...others] }
}

/** The conditions under which a contact can get the campaign; none for a channel that reaches every contact. */
export function reachOf({ channel, topic }: FormValues): FilterTree[] {
  const address = channel === 'webhook' ? [] : [subscribed, { field: addressOf(channel), is: 'exists' }]
  return typeof topic === 'string' ? [...address, { field: 'topics', is: 'any', value: [topic] }] : address
}

/** The condition of contacts that want mail. */
export const subscribed = { field: 'status', is: 'eq', value: 'subscribed' }

/** The field of a contact that a channel writes to. */
export function addressOf(channel: unknown): 'email' | 'phone' {
  return channel === 'sms' ? 'phone' : 'email'
}

/** Times at which a campaign starts. */
export const times = ['now', 'time', 'local'] as const
/** Name of a time. */
export type Time = (typeof times)[number]

/** The choice of time that the fields say. */
export function timeOf({ sendMode, sendAt }: FormValues): Time {
  if (sendMode === 'localTime') return 'local'
  return typeof sendAt === 'string' ? 'time' : 'now'
}

/** A part that a campaign lacks, or that deserves a look, with the step where it is mended. */
type Remark = {
  step: Exclude<Step, 'check'>
  isMissing: boolean
  key: 'audience' | 'subject' | 'body' | 'nameAsSubject' | 'integration' | 'past' | 'nobody'
}

/** Parts that a campaign lacks. `estimate`: the number of contacts that would get it. */
export function remarksOf(values: FormValues, estimate: number | undefined, now = Date.now()): Remark[] {
  const { channel, templateId, subject, body, name, integrationId, sendAt } = values
  const { contactIds = [] } = audienceOf(values)
  const hasAudience = audienceFilters(values) !== undefined || contactIds.length > 0
  const isOwn = (templateId ?? null) === null
  const isEmail = channel === 'email'
  const isPast = typeof sendAt === 'string' && Date.parse(sendAt) <= now
  const remarks: [boolean, Remark][] = [
    [!hasAudience, { step: 'audience', isMissing: true, key: 'audience' }],
    [hasAudience && estimate === 0, { step: 'audience', isMissing: true, key: 'nobody' }],
    [isOwn && isEmail && !isText(subject), { step: 'content', isMissing: true, key: 'subject' }],
    [isOwn && channel !== 'webhook' && !isText(body), { step: 'content', isMissing: true, key: 'body' }],
    [isOwn && isEmail && subject === name, { step: 'content', isMissing: false, key: 'nameAsSubject' }],
    [channel === 'webhook' && !isText(integrationId), { step: 'delivery', isMissing: true, key: 'integration' }],
    [isPast, { step: 'delivery', isMissing: true, key: 'past' }],
  ]
  return remarks.filter(([isThere]) => isThere).map(([, remark]) => remark)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
