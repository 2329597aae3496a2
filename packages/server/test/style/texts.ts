import { bannedWordIn } from './bannedWords.ts'
import { type Finding, type Node, type Source, type Tree, textAt, walk } from './tree.ts'

/** Sentences in string literals and templates reach callers, operators and logs: none holds a banned word. */
export function checkTexts(tree: Tree): Finding[] {
  const written = tree.sources.filter(({ path, test }) => !test && /^packages\/\w+\/src\//.test(path))
  return written.flatMap(findings)
}

function findings(source: Source): Finding[] {
  const found: Finding[] = []
  walk(source.program, (node) => {
    const text = textOf(node)
    const word = text.includes(' ') ? bannedWordIn(text) : undefined
    if (word !== undefined)
      found.push({ path: source.path, line: source.lineAt(node.start), message: `${word}: ${text}` })
  })
  return found
}

function textOf(node: Node): string {
  if (node.type === 'Literal') return textAt(node, 'value') ?? ''
  const { value } = node
  return node.type === 'TemplateElement' && Object(value) === value ? String(Object(value).cooked) : ''
}
