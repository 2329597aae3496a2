import { Type } from '#kit/values/schema.ts'
import { childRows, dateTime, group, idOf, line, nameLine, oneOf, optional, prose, whole } from '#kit/values/fields.ts'
import { field, type FieldProblem } from '#kit/call/problem.ts'
import { templateFormats } from '#platform/templates/templatesPort.ts'
import { duration, lengthMs } from '#products/marketing/automation/duration.ts'
import { bodyMax } from '#products/marketing/template/template.ts'

const isSet = { isReadOnly: true } as const
const dayMs = 86_400_000

/** A variant of a test: what it leaves out is that of the campaign. */
const variant = {
  name: nameLine(60, { description: 'Name, unique in the campaign.' }),
  weight: whole(1, 1_000, { description: 'Share of the sample, relative to the other weights.' }),
  templateId: Type.Optional(idOf('tpl', { description: 'Template in place of the texts of the campaign.' })),
  subject: Type.Optional(line(250, { description: 'Subject; Liquid.' })),
  preheader: Type.Optional(line(250, { description: 'Text beside the subject; Liquid.' })),
  format: Type.Optional(oneOf(templateFormats, { description: 'Format of `body`.' })),
  body: Type.Optional(prose(bodyMax, { description: 'Body; Liquid.' })),
  textBody: Type.Optional(prose(bodyMax, { description: 'Text part; made from the body when left out.' })),
}

/** Fields of a campaign that tests variants on a sample before the rest gets the winner. */
export const variantFields = {
  variants: childRows('marketing_campaign_variant', variant, {
    itemsMax: 5,
    description: 'Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign.',
  }),
  abTest: optional(
    group(
      {
        samplePercent: Type.Optional(whole(1, 50, { description: 'Share of the audience that gets a variant first.' })),
        metric: Type.Optional(
          oneOf(['clicks', 'opens', 'conversions'], { description: 'Rate of people by which the winner is chosen.' }),
        ),
        decideAfter: Type.Optional(
          duration({ description: 'Time after the start when the winner is chosen, `PT4H`; the rest gets it then.' }),
        ),
      },
      { description: 'Test of `variants` on a sample.' },
    ),
  ),
  decideAt: optional(dateTime({ description: 'Time when the winner is chosen.' }), { access: isSet }),
  decidedAt: optional(dateTime({ description: 'Time when the winner was chosen.' }), { access: isSet }),
  winner: optional(line(60, { description: 'Name of the variant that the rest gets.' }), { access: isSet }),
}

/** Variant of a record. */
export type Variant = {
  name: string
  weight: number
  templateId?: string | null
  subject?: string | null
  preheader?: string | null
  format?: (typeof templateFormats)[number] | null
  body?: string | null
  textBody?: string | null
}

type Tested = {
  variants: readonly Variant[]
  abTest: { samplePercent?: number; metric?: string; decideAfter?: string } | null
  sendMode: string
  templateId: string | null
  conversion: { event?: string } | null
}

/** Problems of a test and its variants. */
export function variantProblems(record: Tested): FieldProblem[] {
  const { variants, abTest } = record
  if (abTest === null) {
    return variants.length === 0 ? [] : [field('abTest', 'required', 'is needed with variants')]
  }
  const problems: FieldProblem[] = (['samplePercent', 'metric', 'decideAfter'] as const)
    .filter((member) => abTest[member] === undefined)
    .map((member) => field(`/abTest/${member}`, 'required', 'is needed'))
  if (variants.length < 2) problems.push(field('variants', 'minItems', 'two variants are needed for a test'))
  if (new Set(variants.map(({ name }) => name)).size < variants.length) {
    problems.push(field('variants', 'unique', 'must have names of their own'))
  }
  if (abTest.metric === 'conversions' && record.conversion === null) {
    problems.push(field('/abTest/metric', 'conversion', 'needs the field conversion'))
  }
  return [...problems, ...waitProblems(record), ...variants.flatMap((each, index) => textProblems(record, each, index))]
}

function waitProblems({ abTest, sendMode }: Tested): FieldProblem[] {
  if (abTest?.decideAfter === undefined) return []
  const ms = lengthMs(abTest.decideAfter)
  const path = '/abTest/decideAfter'
  if (ms === undefined || ms < 60_000 || ms > 30 * dayMs) {
    return [field(path, 'duration', 'must be a duration from PT1M to P30D')]
  }
  const isTooSoon = sendMode === 'localTime' && ms < dayMs
  return isTooSoon ? [field(path, 'minimum', 'must be P1D at least with the mode localTime')] : []
}

function textProblems({ templateId }: Tested, variant: Variant, index: number): FieldProblem[] {
  const own = (['subject', 'preheader', 'format', 'body', 'textBody'] as const).filter((name) => isGiven(variant[name]))
  const path = `/variants/${index}`
  if (isGiven(variant.templateId)) {
    return own.map((name) => field(`${path}/${name}`, 'notAllowed', 'goes without templateId'))
  }
  if (templateId === null || own.length === 0) return []
  return (['subject', 'format', 'body'] as const)
    .filter((name) => !own.includes(name))
    .map((name) => field(`${path}/${name}`, 'required', 'is needed beside the template of the campaign'))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

type Base = Pick<Variant, 'subject' | 'preheader' | 'format' | 'body' | 'textBody'> & { templateId: string | null }

/** Texts of a variant: a template, or its own ones over those of the campaign. */
export function textsOfVariant(base: Base, variant: Variant) {
  if (isGiven(variant.templateId)) return { templateId: variant.templateId ?? null, texts: null }
  if (base.templateId !== null && !isGiven(variant.body)) return { templateId: base.templateId, texts: null }
  const textBody = variant.textBody ?? (isGiven(variant.body) ? null : (base.textBody ?? null))
  const texts = {
    format: variant.format ?? base.format ?? 'markdown',
    subject: variant.subject ?? base.subject ?? null,
    preheader: variant.preheader ?? base.preheader ?? null,
    body: variant.body ?? base.body ?? '',
    textBody,
  }
  return { templateId: null, texts }
}
