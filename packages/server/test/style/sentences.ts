import { bannedWordIn, hidingFirstWordIn } from './bannedWords.ts'
import {
  type Finding,
  type Node,
  type Source,
  type Tree,
  generated,
  isNode,
  standsAlone,
  textAt,
  walk,
} from './tree.ts'

/** Pronouns and question words, which hide the subject of a comment or a title as its first word. */
const hidingSubject = /^(how|why|which|it|its|they|them|their|those|these|this|nothing)\b/i

/** Comments and test titles begin with the thing they are about and hold no banned word. */
export function checkSentences(tree: Tree): Finding[] {
  const sources = tree.sources.filter(({ path }) => !generated.test(path))
  return sources.flatMap((source) => [...comments(source), ...titles(source)])
}

function comments(source: Source): Finding[] {
  let last = { line: -1, isBlock: true }
  return source.comments.flatMap((comment) => {
    const line = source.lineAt(comment.start)
    const continues = !last.isBlock && line === last.line + 1 && standsAlone(source, comment.start)
    last = { line, isBlock: comment.type === 'Block' }
    const text = comment.value.replaceAll(/^\*|\n\s*\*/g, ' ').trim()
    return findings(source, line, { text, isFirst: !continues })
  })
}

function titles(source: Source): Finding[] {
  const found: Finding[] = []
  walk(source.program, (node) => {
    const title = source.test ? titleOf(node) : undefined
    if (title !== undefined) found.push(...findings(source, source.lineAt(node.start), { text: title, isFirst: true }))
  })
  return found
}

/** The title of a call of `test`, `describe` or `suite`, or of their variants such as `test.skip`. */
function titleOf(node: Node): string | undefined {
  const args = node.type === 'CallExpression' ? node['arguments'] : undefined
  const callee = isNode(node['callee']) ? node['callee'] : undefined
  const object = isNode(callee?.['object']) ? callee['object'] : callee
  if (!Array.isArray(args) || !/^(test|describe|suite|it|t)$/.test(textAt(object, 'name') ?? '')) return undefined
  const first: unknown = args[0]
  return isNode(first) ? textAt(first, 'value') : undefined
}

function findings(source: Source, line: number, { text, isFirst }: { text: string; isFirst: boolean }): Finding[] {
  const word = (isFirst ? (hidingFirstWordIn(text) ?? hidingSubject.exec(text)?.[0]) : undefined) ?? bannedWordIn(text)
  return word === undefined ? [] : [{ path: source.path, line, message: `${word}: ${text.slice(0, 80)}` }]
}
