import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Comment, parseSync } from 'oxc-parser'

/** A violation of a rule of style, at a line that counts from 1. */
export type Finding = { path: string; line: number; message: string }

/** A node of the parser's ESTree. Offsets count UTF-16 units. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** One parsed file. `test` holds for tests and files of test folders. */
export type Source = {
  path: string
  text: string
  program: Node
  comments: Comment[]
  test: boolean
  lineAt: (offset: number) => number
}

/** The repository for the rules: every text file by its path, and the parsed sources. */
export type Tree = { files: Map<string, string>; sources: Source[] }

const foldersLeftOut = new Set(['node_modules', '.git', '.cache', 'data', 'build', 'dist', 'coverage'])
const textFile = /(\.(c|m)?[jt]sx?|\.json|\.md|\.sql|\.ya?ml|\.css|\.html|\.sh|\.txt|\/run|LICENSE|\.[a-z]+rc)$/
const sourceFile = /\.(c|m)?[jt]sx?$/

/** Generated files, which have no style rules. */
export const generated = new RegExp(
  `^(packages/sdk/src/generated/|(${[
    'openapi.json',
    'package-lock.json',
    'packages/server/schema.sql',
    'packages/server/src/kit/call/statementRows.ts',
  ].join('|')})$)`,
)

/** Reads the text files under a folder, by path relative to it. Installed and built folders are left out. */
export function readFiles(root: string, folder = ''): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory() && !foldersLeftOut.has(entry.name)) {
      for (const [inner, text] of readFiles(root, path)) files.set(inner, text)
    } else if (entry.isFile() && textFile.test(`/${path}`)) files.set(path, readFileSync(join(root, path), 'utf8'))
  }
  return files
}

/** Parses the source files. Throws, naming the file, for a syntax error. */
export function tree(files: Map<string, string> | Record<string, string>): Tree {
  const map = files instanceof Map ? files : new Map(Object.entries(files))
  const sources = [...map].filter(([path]) => sourceFile.test(path) && !generated.test(path))
  return { files: map, sources: sources.map(([path, text]) => parse(path, text)) }
}

function parse(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  if (!isNode(program)) throw new Error(`${path}: the parser gave no program`)
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const test = /\.test\.tsx?$/.test(path) || /(^|\/)test\//.test(path)
  return { path, text, program, comments, test, lineAt: (offset) => countUpTo(starts, offset) }
}

/** Number of the ascending values up to the limit. */
function countUpTo(ascending: number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? Infinity) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a value found in a tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The child node under a key, or undefined. */
export function child(node: Node | undefined, key: string): Node | undefined {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}

/** The child nodes in the list under a key. Holes of array patterns are left out. */
export function children(node: Node | undefined, key: string): Node[] {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The text under a key, or undefined. */
export function textAt(node: Node | undefined, key: string): string | undefined {
  const value = node?.[key]
  return typeof value === 'string' ? value : undefined
}

/** Whether only blanks precede an offset on its line. */
export function standsAlone(source: Source, offset: number): boolean {
  return source.text.slice(source.text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''
}

/** Visits a node and everything below it, parents first. */
export function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent)
  for (const key in node) {
    const value = node[key]
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit, node)
    } else if (isNode(value)) walk(value, visit, node)
  }
}
