import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, Problem, type FieldProblem } from '#kit/call/problem.ts'
import { contactRowIds } from '#products/marketing/contact/contactIds.ts'
import { checkDefinition } from '#products/marketing/automation/definitionCheck.ts'
import type { Definition } from '#products/marketing/automation/definitionFields.ts'
import { lengthMs } from '#products/marketing/automation/duration.ts'
import { compileSequence } from './sequenceCompile.ts'
import type { SequenceSource } from './sequenceFields.ts'

/**
 * Checks a sequence, and returns its definition. Throws invalid with the fields of the sequence. `stored`: the sequence
 * before, whose filters may name what is gone since.
 */
export async function checkSequence(ctx: Ctx, source: SequenceSource, stored?: SequenceSource): Promise<Definition> {
  const problems = [...source.steps.flatMap(stepProblems), ...enrolProblems(source)]
  const ids = source.steps.map(({ stepId }) => stepId)
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index) problems.push(field(`/steps/${index}/stepId`, 'unique', `repeats the step ${id}`))
  }
  if (problems.length > 0) throw invalid(...problems)
  if (source.enrol?.contactIds !== undefined) await contactRowIds(ctx, source.enrol.contactIds, 'enrol/contactIds')
  const definition = compileSequence(source)
  const before = stored === undefined ? undefined : compileSequence(stored)
  await checkDefinition(ctx, definition, before).catch((error: unknown) => {
    throw error instanceof Problem ? translated(error, source, definition) : error
  })
  return definition
}

function stepProblems(step: SequenceSource['steps'][number], index: number): FieldProblem[] {
  const path = `/steps/${index}`
  const problems: FieldProblem[] = []
  if ((step.templateId === undefined) === (step.inline === undefined)) {
    problems.push(field(`${path}/templateId`, 'exactlyOne', 'exactly one of templateId, inline is required'))
  }
  if (lengthMs(step.delay) === undefined)
    problems.push(field(`${path}/delay`, 'maximum', 'must be three years at most'))
  return problems
}

function enrolProblems({ enrol = {} }: SequenceSource): FieldProblem[] {
  const given = Object.entries(enrol).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return given.length <= 1 ? [] : given.map((name) => field(`/enrol/${name}`, 'exactlyOne', 'excludes the others'))
}

/** Fields of a sequence that each of its mails has. */
const ofAllSteps = /^\/(integrationId|from|replyTo|topic)\b/

/** Problems of a compiled definition under the fields of the sequence. */
function translated(error: Problem, { steps, enrol }: SequenceSource, { nodes }: Definition): Problem {
  const fields = error.fields.map((problem) => {
    const [, at, rest = ''] = /^\/nodes\/(\d+)(.*)$/.exec(problem.path) ?? []
    const nodeId = nodes[Number(at ?? -1)]?.nodeId
    const stepId = nodeId?.slice(nodeId.indexOf('_') + 1)
    const index = steps.findIndex((step) => step.stepId === stepId)
    if (index === -1) return { ...problem, path: outside(problem.path, enrol) }
    const path = ofAllSteps.test(rest) ? rest : `/steps/${index}${rest.replace('/cases/0/when', '/condition')}`
    return { ...problem, path }
  })
  return invalid(...new Map(fields.map((each) => [`${each.path} ${each.message}`, each])).values())
}

function outside(path: string, enrol: SequenceSource['enrol']): string {
  if (path.startsWith('/goal/filter')) return path.replace('/goal/filter', '/stopOn/goal')
  if (!path.startsWith('/trigger')) return path
  return enrol?.segmentId === undefined ? `/enrol${path}` : path.replace('/trigger', '/enrol')
}
