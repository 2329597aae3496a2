import { field, type FieldProblem } from '#kit/call/problem.ts'
import { findKind } from './conditionKinds.ts'
import { filterBounds, type Filter } from './filter.ts'
import { filterTextMax } from './filterReader.ts'
import { filterText } from './filterText.ts'
import { unknownMembers } from './unknownMembers.ts'
import type { Vocabulary } from './vocabulary.ts'

type Walk = { vocabulary: Vocabulary; nodes: number; problems: FieldProblem[] }

const problemsMax = 50

/** Problems of a filter that a caller sent, with JSON pointers below `path`. Empty for a filter that can be used. */
export function checkFilter(filter: unknown, vocabulary: Vocabulary, path = ''): FieldProblem[] {
  const walk: Walk = { vocabulary, nodes: 0, problems: [] }
  checkNode(filter, { path, depth: 1 }, walk)
  // cast: the walk has accepted it.
  if (walk.problems.length === 0) walk.problems.push(...lengthProblems(filter as Filter, path))
  return walk.problems.slice(0, problemsMax)
}

/** A filter that is too long as text could be read in one form and not sent back in it. */
function lengthProblems(filter: Filter, path: string): FieldProblem[] {
  if (filterText(filter).length <= filterTextMax) return []
  return [field(path, 'maxLength', `a filter has at most ${filterTextMax} characters as text`)]
}

type Where = { path: string; depth: number }

function checkNode(node: unknown, where: Where, walk: Walk): void {
  const { path, depth } = where
  walk.nodes += 1
  if (walk.nodes === filterBounds.nodesMax + 1) {
    walk.problems.push(field(path, 'maxNodes', `a filter has at most ${filterBounds.nodesMax} conditions and groups`))
  }
  if (walk.nodes > filterBounds.nodesMax) return
  if (depth > filterBounds.depthMax) {
    walk.problems.push(field(path, 'maxDepth', `a filter nests at most ${filterBounds.depthMax} levels`))
  } else if (typeof node !== 'object' || node === null || Array.isArray(node)) {
    walk.problems.push(field(path, 'type', 'must be a condition or a group'))
  } else if (Object.hasOwn(node, 'op')) checkGroup(node, where, walk)
  else checkCondition(node, path, walk)
}

function checkGroup(node: object, { path, depth }: Where, walk: Walk): void {
  const { op, of, ...others } = Object(node)
  walk.problems.push(...unknownMembers(others, path))
  if (op === 'not') return checkNode(of, { path: `${path}/of`, depth: depth + 1 }, walk)
  if (op !== 'and' && op !== 'or') walk.problems.push(field(`${path}/op`, 'enum', 'must be and, or, not'))
  if (!Array.isArray(of) || of.length === 0) {
    walk.problems.push(field(`${path}/of`, 'type', 'must be a list of at least one filter'))
    return
  }
  for (const [index, each] of of.entries()) {
    checkNode(each, { path: `${path}/of/${index}`, depth: depth + 1 }, walk)
  }
}

function checkCondition(node: object, path: string, walk: Walk): void {
  const kind = findKind(node)
  if (kind === undefined) {
    walk.problems.push(field(path, 'anyOf', 'must have op, field, event, email, segment or bucket'))
    return
  }
  const known = new Set([kind.key, ...kind.others])
  const others = Object.fromEntries(Object.entries(node).filter(([name]) => !known.has(name)))
  walk.problems.push(...unknownMembers(others, path))
  // cast: the property of the kind is there; the kind checks the rest.
  const problems = kind.check(node as never, walk.vocabulary)
  walk.problems.push(...problems.map((each) => ({ ...each, path: `${path}${each.path}` })))
}
