import { type Finding, type Source, type Tree, generated, standsAlone, walk } from './tree.ts'

const fileStatementsMax = 180
const testFileStatementsMax = 420
const lineCharsMax = 120
const commentLinesMax = 3
const measuredLines = /\.((c|m)?[jt]sx?|sql|css|sh)$/
const counted = /(Statement|^VariableDeclaration|^FunctionDeclaration|^ClassDeclaration)$/

/** Statements of files and characters of lines. The linter counts the statements and parameters of functions. */
export function checkLengths(tree: Tree): Finding[] {
  return [...lineLengths(tree), ...tree.sources.flatMap(fileStatements)]
}

/** A comment that is not documentation has at most three lines: longer thoughts belong into a decision record. */
export function checkComments(tree: Tree): Finding[] {
  return tree.sources.flatMap((source) =>
    commentBlocks(source)
      .filter(({ lines }) => lines > commentLinesMax)
      .map(({ line, lines }) => ({ path: source.path, line, message: `a comment of ${lines} lines` })),
  )
}

function lineLengths(tree: Tree): Finding[] {
  const found: Finding[] = []
  for (const [path, text] of tree.files) {
    if (!measuredLines.test(path) || generated.test(path)) continue
    for (const [index, line] of text.split('\n').entries()) {
      if (line.length > lineCharsMax) found.push({ path, line: index + 1, message: `${line.length} characters` })
    }
  }
  return found
}

/** Statements measure how much a reader must follow. Literals, types and the formatter's line breaks cost nothing. */
function fileStatements(source: Source): Finding[] {
  let count = 0
  walk(source.program, (node) => {
    if (counted.test(node.type) && node.type !== 'BlockStatement') count += 1
  })
  const max = source.test ? testFileStatementsMax : fileStatementsMax
  return count <= max ? [] : [{ path: source.path, line: 1, message: `${count} statements, at most ${max}` }]
}

/** A run of `//` lines counts as one comment. `open` marks one that the next line may continue. */
function commentBlocks(source: Source): { line: number; lines: number; open: boolean }[] {
  const blocks: { line: number; lines: number; open: boolean }[] = []
  for (const comment of source.comments) {
    const line = source.lineAt(comment.start)
    const lines = source.lineAt(comment.end) - line + 1
    if (comment.type === 'Block') {
      if (!comment.value.startsWith('*')) blocks.push({ line, lines, open: false })
      continue
    }
    const last = blocks.at(-1)
    const alone = standsAlone(source, comment.start)
    if (alone && last?.open === true && last.line + last.lines === line) last.lines += 1
    else blocks.push({ line, lines: 1, open: alone })
  }
  return blocks
}
