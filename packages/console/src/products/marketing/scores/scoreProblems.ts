import { checkText } from '#console/parts/form/inputChecks.ts'
import { labelOf } from '#console/parts/labels.ts'
import { t, type TextKey } from '#console/texts/texts.ts'
import type { ModelDraft, RuleDraft } from './scoreDraft.ts'

/** A refused field of a model: its path in the input, and the message. */
export type ModelProblem = { path: string; message: string }

/** Numbers that the form needs and the model would replace with a value of its own, as fields of the input. */
export function missingNumbers({ rules, thresholds, max }: ModelDraft): ModelProblem[] {
  const numbers: [path: string, value: number | null][] = [
    ...rules.map(({ points }, index): [string, number | null] => [`/model/rules/${index}/points`, points]),
    ...thresholds.map(({ min }, index): [string, number | null] => [`/model/thresholds/${index}/min`, min]),
    ['/model/bounds/max', max],
  ]
  return numbers.flatMap(([path, value]) => (value === null ? [{ path, message: checkText('required') }] : []))
}

/** Labels of the form for fields of a rule, by the begin of their path below it. */
const ruleLabels: readonly [begin: string, label: TextKey][] = [
  ['/name', 'score.rule.name'],
  ['/points', 'score.points'],
  ['/score', 'score.rule.score'],
  ['/when/event', 'score.rule.event'],
  ['/when/where', 'score.rule.where'],
  ['/cap/max', 'score.rule.capMax'],
  ['/cap', 'score.rule.capPer'],
  ['/expiresAfter', 'score.rule.expiresAfter'],
]
/** Labels of the other fields, by the begin of their path. */
const modelLabels: readonly [begin: string, label: TextKey][] = [
  ['/decay/halfLife', 'score.halfLife'],
  ['/decay', 'score.floor'],
  ['/bounds', 'score.max'],
  ['/rules', 'score.rules'],
  ['/thresholds', 'score.thresholds'],
]

/** Problems as sentences that name their place in the words of the form, each once. */
export function problemTexts(problems: readonly ModelProblem[], draft: ModelDraft): string[] {
  // A field with several refusals has the first one: the others follow from it.
  const first = new Map([...problems].reverse().map((each) => [each.path, each]))
  return [...first.values()].reverse().map((each) => textOf(each, draft))
}

function textOf({ path, message }: ModelProblem, draft: ModelDraft): string {
  const below = path.replace(/^\/model/, '')
  const [, list, index, part = ''] = /^\/(rules|thresholds)\/(\d+)(\/.*)?$/.exec(below) ?? []
  if (list === 'rules') {
    const rule = draft.rules[Number(index)]
    return `${nameOf('score.problem.rule', index, rule?.name)}, ${rulePart(part, rule)}: ${message}`
  }
  if (list === 'thresholds') {
    const band = draft.thresholds[Number(index)]
    const isName = part === '/name'
    const label = t(isName ? 'score.threshold.name' : 'score.threshold.min')
    const said = isName && /\^/.test(message) ? t('score.threshold.name.wrong') : message
    return `${nameOf('score.problem.band', index, band?.name)}, ${label}: ${said}`
  }
  const known = modelLabels.find(([begin]) => below.startsWith(begin))
  return `${known === undefined ? labelOf(below.split('/').at(-1) ?? '') : t(known[1])}: ${message}`
}

/** `Rule 2 “Placed an order”`: rows without a name have their number alone. */
function nameOf(key: 'score.problem.rule' | 'score.problem.band', index: string | undefined, name = ''): string {
  const row = t(key, { number: Number(index) + 1 })
  return name.trim() === '' ? row : `${row} “${name.trim()}”`
}

/** The field of a rule. A filter has many conditions: the place of one is its number. */
function rulePart(part: string, rule: RuleDraft | undefined): string {
  const known = ruleLabels.find(([begin]) => part.startsWith(begin))
  if (known !== undefined && (rule?.kind === 'event' || !part.startsWith('/when'))) return t(known[1])
  if (!part.startsWith('/when')) return labelOf(part.split('/').at(-1) ?? '')
  const numbers = [...part.matchAll(/\/of\/(\d+)/g)].map(([, place]) => Number(place) + 1)
  const filter = t(rule?.kind === 'event' ? 'score.rule.event' : 'score.rule.filter')
  return numbers.length === 0 ? filter : `${filter}, ${t('score.problem.condition', { number: numbers.join('.') })}`
}
