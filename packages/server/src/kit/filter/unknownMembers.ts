import { field, type FieldProblem } from '#kit/call/problem.ts'

/** Problems of the members that are left of a part of a filter once its known ones are taken out. */
export function unknownMembers(others: object, path = ''): FieldProblem[] {
  return Object.keys(others).map((name) => field(`${path}/${name}`, 'additionalProperties', 'is not a known field'))
}
