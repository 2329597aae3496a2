import {
  type Finding,
  type Node,
  type Source,
  type Tree,
  child,
  children,
  generated,
  standsAlone,
  textAt,
  walk,
} from './tree.ts'

const functionLinesMax = 70
const fileLinesMax = 300
const testFileLinesMax = 500
const lineCharsMax = 120
const parametersMax = 3
/** Builders of the six nouns, called as one line of a list: noun, route, title, options. */
const builders = /^packages\/server\/src\/kit\/(fact|operation|reaction|standard|task)\.ts$/
const builderParametersMax = 4
const commentLinesMax = 3
const measuredLines = /\.((c|m)?[jt]sx?|sql|css|sh)$/

/** Lines of functions, files and comments, characters of lines, numbers of parameters. */
export function checkLengths(tree: Tree): Finding[] {
  return [...lineLengths(tree), ...tree.sources.flatMap((source) => [...fileLength(source), ...functions(source)])]
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

function fileLength(source: Source): Finding[] {
  const lines = source.text.trimEnd().split('\n').length
  const max = source.test ? testFileLinesMax : fileLinesMax
  return lines <= max ? [] : [{ path: source.path, line: max, message: `${lines} lines, at most ${max}` }]
}

function functions(source: Source): Finding[] {
  const found: Finding[] = []
  const max = builders.test(source.path) ? builderParametersMax : parametersMax
  walk(source.program, (node, parent) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return
    const line = source.lineAt(node.start)
    const lines = source.lineAt(node.end) - line + 1
    const parameters = children(node, 'params').filter((param) => textAt(param, 'name') !== 'this').length
    if (lines > functionLinesMax && !isSuite(parent)) {
      found.push({ path: source.path, line, message: `a function of ${lines} lines, at most ${functionLinesMax}` })
    }
    if (parameters > max) {
      found.push({ path: source.path, line, message: `${parameters} parameters, at most ${max}` })
    }
  })
  return found
}

/** The callback of `describe` holds tests; it is a section, not a function to understand. */
function isSuite(parent: Node | undefined): boolean {
  return parent?.type === 'CallExpression' && /^(describe|suite)$/.test(textAt(child(parent, 'callee'), 'name') ?? '')
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
