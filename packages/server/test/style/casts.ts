import { type Finding, type Node, type Source, type Tree, child, standsAlone, textAt, walk } from './tree.ts'

const castMessage = '`as` needs a comment `// cast: <why it holds at run time>` on its line or the line before'

/** Casts and silenced linter rules have a reason. The linter and the compiler refuse the other constructs. */
export function checkCasts(tree: Tree): Finding[] {
  return tree.sources.flatMap((source) => [...casts(source), ...silenced(source)])
}

function casts(source: Source): Finding[] {
  const found: Finding[] = []
  const explained = castReasons(source)
  walk(source.program, (node) => {
    const line = source.lineAt(node.start)
    if (node['definite'] === true) found.push({ path: source.path, line, message: 'no `!`: handle the absence' })
    if (isUnexplainedCast(source, node, explained)) found.push({ path: source.path, line, message: castMessage })
  })
  return found
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

function silenced(source: Source): Finding[] {
  return source.comments
    .filter(({ value }) => /^\s*(ox|es)lint-disable/.test(value) && !/ -- \S/.test(value))
    .map(({ start }) => ({
      path: source.path,
      line: source.lineAt(start),
      message: 'say ` -- why` the linter is silenced',
    }))
}
