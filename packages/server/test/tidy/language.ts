import { type Finding, type Node, type Source, type Tree, child, children, standsAlone, textAt, walk } from './tree.ts'

/** The one file that exists to name what others define: the public face of the package. */
const publicFaces = new Set(['packages/sdk/src/index.ts'])

/** What TypeScript offers and this project does not use, and casts that do not say why they hold. */
export function checkLanguage(tree: Tree): Finding[] {
  return tree.sources.flatMap((source) => [...constructs(source), ...barrel(source), ...directives(source)])
}

function constructs(source: Source): Finding[] {
  const found: Finding[] = []
  const casts = castReasons(source)
  walk(source.program, (node) => {
    const message = refused(source, node) ?? (isUnexplainedCast(source, node, casts) ? castMessage : undefined)
    if (message !== undefined) found.push({ path: source.path, line: source.lineAt(node.start), message })
  })
  return found
}

const castMessage = '`as` needs a comment `// cast: <why it holds at run time>` on its line or the line before'

function refused(source: Source, node: Node): string | undefined {
  if (node.type === 'ExportDefaultDeclaration' || isDefaultSpecifier(node)) {
    return /\.config\.[cm]?[jt]s$/.test(source.path) ? undefined : 'no default exports'
  }
  if (node.type === 'TSEnumDeclaration') return 'no enums: write a union of literals'
  if (node.type === 'TSAnyKeyword') return 'no `any`: write `unknown` and narrow it'
  if (node.type === 'TSNonNullExpression' || node['definite'] === true) return 'no `!`: handle the absence'
  if (node.type === 'TSTypeAssertion') return 'no `<T>value`: write `value as T` with its reason'
  return undefined
}

function isDefaultSpecifier(node: Node): boolean {
  return node.type === 'ExportSpecifier' && textAt(child(node, 'exported'), 'name') === 'default'
}

function isUnexplainedCast(source: Source, node: Node, explained: Set<number>): boolean {
  const type = child(node, 'typeAnnotation')
  if (node.type !== 'TSAsExpression' || type === undefined) return false
  if (type.type === 'TSTypeReference' && textAt(child(type, 'typeName'), 'name') === 'const') return false
  const lines = [source.lineAt(node.start), source.lineAt(type.start), source.lineAt(type.end)]
  return !lines.some((line) => explained.has(line) || explained.has(line - 1))
}

/** The lines that end a comment which gives the reason of a cast. */
function castReasons(source: Source): Set<number> {
  const lines = new Set<number>()
  for (const comment of source.comments) {
    const line = source.lineAt(comment.start)
    const continues = standsAlone(source, comment.start) && lines.has(line - 1)
    if (/^\s*cast: \S/.test(comment.value) || continues) lines.add(source.lineAt(comment.end))
  }
  return lines
}

function barrel(source: Source): Finding[] {
  if (publicFaces.has(source.path)) return []
  const statements = children(source.program, 'body')
  const passing = statements.filter((one) => /^Export(Named|All)Declaration$/.test(one.type) && child(one, 'source'))
  const all = passing.find((one) => one.type === 'ExportAllDeclaration')
  const onlyPassing = passing.length > 0 && passing.length === statements.length
  if (all === undefined && !onlyPassing) return []
  return [{ path: source.path, line: source.lineAt((all ?? passing[0])?.start ?? 0), message: 'no barrels' }]
}

function directives(source: Source): Finding[] {
  return source.comments.flatMap((comment) => {
    const line = source.lineAt(comment.start)
    if (/@ts-(ignore|expect-error|nocheck|check)/.test(comment.value)) {
      return [{ path: source.path, line, message: 'no @ts- directives' }]
    }
    const unexplained = /^\s*(ox|es)lint-disable/.test(comment.value) && !/ -- \S/.test(comment.value)
    return unexplained ? [{ path: source.path, line, message: 'say ` -- why` the linter is silenced' }] : []
  })
}
