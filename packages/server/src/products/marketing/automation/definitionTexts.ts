import type { Ctx } from '#kit/call/context.ts'
import { invalid, Problem, type FieldProblem } from '#kit/call/problem.ts'
import { compileTexts, type Texts } from '#products/marketing/template/templateCompile.ts'
import type { AutomationNode } from './definitionFields.ts'

/** Texts of a node or a step of a sequence. */
type WithTexts = Pick<AutomationNode, 'inline' | 'subjectOverride' | 'bodyTemplate'>

/**
 * Throws invalid for own texts of nodes that do not compile, with the line of each mistake. `at`: the list that they
 * stand in. Call outside a transaction.
 */
export async function checkTexts(ctx: Ctx, nodes: readonly WithTexts[], at: 'nodes' | 'steps'): Promise<void> {
  const problems: FieldProblem[] = []
  for (const [index, { inline, subjectOverride, bodyTemplate }] of nodes.entries()) {
    const path = `/${at}/${index}`
    if (inline !== undefined) {
      const { text, ...texts } = inline
      const names = { '/textBody': '/text' }
      problems.push(...(await problemsOf(ctx, { ...texts, textBody: text ?? null }, { path: `${path}/inline`, names })))
    }
    if (subjectOverride !== undefined) {
      const names = { '/subject': '/subjectOverride' }
      problems.push(...(await problemsOf(ctx, { format: 'text', body: '', subject: subjectOverride }, { path, names })))
    }
    if (bodyTemplate !== undefined) {
      const names = { '/body': '/bodyTemplate' }
      problems.push(...(await problemsOf(ctx, { format: 'text', body: bodyTemplate }, { path, names })))
    }
  }
  if (problems.length > 0) throw invalid(...problems)
}

type Place = { path: string; names: Readonly<Record<string, string>> }

async function problemsOf(ctx: Ctx, texts: Texts, { path, names }: Place): Promise<FieldProblem[]> {
  try {
    await compileTexts(ctx, texts)
    return []
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    return error.fields.map((each) => ({ ...each, path: `${path}${names[each.path] ?? each.path}` }))
  }
}
