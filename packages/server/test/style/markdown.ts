import { bannedWordIn, hidingFirstWordIn } from './bannedWords.ts'
import type { Finding, Tree } from './tree.ts'

/**
 * Checks every heading, paragraph, list item and table cell of a Markdown page by the rules of texts; code is skipped.
 */
export function checkMarkdown(tree: Tree): Finding[] {
  return [...tree.files].filter(([path]) => path.endsWith('.md')).flatMap(([path, text]) => findings(path, text))
}

function findings(path: string, text: string): Finding[] {
  let isCode = false
  let isFirst = true
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    if (isCode) return []
    const marker = /^\s*(?:#+ |[-*] |\d+\. |> )/.exec(line)?.[0] ?? ''
    const begins = isFirst || marker !== ''
    isFirst = line.trim() === '' || line.startsWith('#')
    const cells = line.startsWith('|') ? line.split('|') : [line.slice(marker.length)]
    return cells.flatMap((cell) => {
      const sentence = cell.replaceAll(/\*\*|_/g, '').trim()
      const word = (begins || line.startsWith('|') ? hidingFirstWordIn(sentence) : undefined) ?? bannedWordIn(sentence)
      return word === undefined ? [] : [{ path, line: index + 1, message: `${word}: ${sentence.slice(0, 80)}` }]
    })
  })
}
