import { labelOf } from '#console/parts/labels.ts'
import { formatLocale, t } from '#console/texts/texts.ts'
import { isoDurationText, numberText } from '#console/texts/formats.ts'
import { typedDuration } from './isoDuration.ts'
import type { CanvasNode } from './canvasGraph.ts'

/** A duration in words, such as `3 days`; its ISO form where no unit holds it. */
export function durationWords(text: unknown): string {
  const typed = typedDuration(text)
  if (typed === undefined) return isoDurationText(String(text ?? '')) ?? String(text ?? '')
  return numberText(typed.count, { style: 'unit', unit: typed.unit, unitDisplay: 'long' })
}

/** Days of the week as the API names them, from Monday on. */
export const weekDays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const

/** Short name of a day of the week. */
export function dayName(day: string): string {
  const index = weekDays.findIndex((each) => each === day)
  // 5 January 2026 was a Monday.
  return new Intl.DateTimeFormat(formatLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 5 + index)),
  )
}

/** A time of day such as `09:05`. */
export function clockText(hour: unknown, minute: unknown): string {
  const two = (value: unknown) => String(Number(value ?? 0)).padStart(2, '0')
  return `${two(hour)}:${two(minute)}`
}

/** A node in a few words: what it does with a contact. `titleOf` knows the titles of records. */
export function summaryOf(node: CanvasNode, titleOf: (id: string) => string): string {
  const text = summaries[node.type]?.(node, titleOf) ?? ''
  return text === '' ? node.nodeId : text
}

/** Name of a step away from the canvas: its own label, else its type and its id. */
export function stepName(nodes: readonly CanvasNode[], nodeId: string): string {
  const node = nodes.find((each) => each.nodeId === nodeId)
  if (node === undefined) return nodeId
  const label = node['label']
  return typeof label === 'string' ? label : `${labelOf(node.type)} (${nodeId})`
}

/** Ids of records that the summary of a node names. */
export function recordOf(node: CanvasNode): string {
  const { templateId, emailSequenceId, automationId, integrationId, segmentId } = node
  return String(templateId ?? emailSequenceId ?? automationId ?? segmentId ?? integrationId ?? '')
}

type Summary = (node: CanvasNode, titleOf: (id: string) => string) => string

const message: Summary = ({ templateId, inline, subjectOverride }, titleOf) =>
  typeof subjectOverride === 'string'
    ? subjectOverride
    : typeof templateId === 'string'
      ? titleOf(templateId)
      : String(Object(inline).subject ?? Object(inline).body ?? '')

const named = (id: unknown, titleOf: (id: string) => string) => (typeof id === 'string' ? titleOf(id) : '')

const summaries: Readonly<Record<string, Summary>> = {
  sendEmail: message,
  sendSms: message,
  sendWebhook: ({ integrationId }, titleOf) => named(integrationId, titleOf),
  updateContact: ({ set, unset, addTags, removeTags }) =>
    [
      ...Object.entries(Object(set)).map(([name, value]) => `${labelOf(shortName(name))}: ${String(value)}`),
      ...textsOf(unset).map((name) => `− ${labelOf(shortName(name))}`),
      ...textsOf(addTags).map((tag) => `+ ${tag}`),
      ...textsOf(removeTags).map((tag) => `− ${tag}`),
    ].join(', '),
  addScore: ({ points, reason }) =>
    `${Number(points) > 0 ? '+' : ''}${String(points ?? 0)} ${String(reason ?? '')}`.trim(),
  issueCoupon: ({ couponId }, titleOf) => named(couponId, titleOf),
  grantTokens: ({ amount, token }) => `+${String(amount ?? 0)} ${String(token ?? 'POINTS')}`,
  createPaymentLink: ({ paymentLink }) => String(Object(paymentLink).title ?? ''),
  enrol: ({ emailSequenceId, automationId }, titleOf) => named(emailSequenceId ?? automationId, titleOf),
  delay: ({ for: length, untilLocalTime, untilAttribute }) => {
    if (untilLocalTime !== undefined && untilLocalTime !== null) {
      const { hour, minute, days } = Object(untilLocalTime)
      return t('automation.until', { at: [clockText(hour, minute), ...textsOf(days).map(dayName)].join(' ') })
    }
    if (untilAttribute !== undefined && untilAttribute !== null) {
      return t('automation.until', { at: labelOf(shortName(String(Object(untilAttribute).field ?? ''))) })
    }
    return durationWords(length)
  },
  waitFor: ({ event, segmentId, filter, timeout }, titleOf) => {
    const { name } = Object(event)
    const awaited =
      typeof name === 'string' ? name : filter === undefined ? named(segmentId, titleOf) : t('automation.condition')
    return t('automation.waits', { awaited, timeout: durationWords(timeout) })
  },
  branch: ({ cases }) => t('automation.ways', { count: (Array.isArray(cases) ? cases.length : 0) + 1 }),
  split: ({ weights }) => t('automation.ways', { count: Array.isArray(weights) ? weights.length : 0 }),
  goTo: ({ next }) => String(next ?? ''),
  exit: ({ reason }) => String(reason ?? ''),
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The name of a field without the prefix of own attributes. */
function shortName(field: string): string {
  return field.replace(/^attributes\./, '')
}

/** The label of a way out of a node: its case, share or reason; empty for the only one. */
export function wayLabel(node: CanvasNode, path: string): string {
  const [list, index] = path.split('.')
  if (path === 'else') return t('automation.way.else')
  if (path === 'timeoutNext') return t('automation.way.timeout')
  if (list === 'cases') {
    const { label } = Object(Object(node['cases'])[Number(index)])
    return typeof label === 'string' && label !== '' ? label : t('automation.way.case', { number: Number(index) + 1 })
  }
  if (list === 'weights') return shareText(node['weights'], Number(index))
  return node.type === 'waitFor' ? t('automation.way.met') : ''
}

/** Share of a way of a split, such as `25 %`. */
export function shareText(weights: unknown, index: number): string {
  const all = Array.isArray(weights) ? weights.map((each) => Number(Object(each).weight) || 0) : []
  const sum = all.reduce((total, each) => total + each, 0)
  return numberText(sum === 0 ? 0 : (all[index] ?? 0) / sum, { style: 'percent', maximumFractionDigits: 1 })
}

const outcomes = ['done', 'exited', 'noDate', 'passed', 'waited'] as const

/** The outcome of a step of a trial in words: its way out by the name on the canvas, or the result. */
export function outcomeText(
  nodes: readonly CanvasNode[],
  { nodeId, outcome }: { nodeId: string; outcome: string },
): string {
  const node = nodes.find((each) => each.nodeId === nodeId)
  const [, kind = '', number = ''] = /^(case|way)(\d+)$/.exec(outcome) ?? []
  if (node !== undefined && kind !== '') {
    return wayLabel(node, `${kind === 'case' ? 'cases' : 'weights'}.${Number(number) - 1}.next`)
  }
  if (outcome === 'else' || outcome === 'matched' || outcome === 'timedOut') return t(`automation.outcome.${outcome}`)
  const known = outcomes.find((each) => each === outcome)
  return known === undefined ? outcome : t(`automation.outcome.${known}`)
}
