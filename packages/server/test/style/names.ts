import { posix } from 'node:path'
import { type Finding, type Node, type Source, type Tree, child, children, generated, textAt } from './tree.ts'

const bannedWords = new Set(['util', 'utils', 'helper', 'helpers', 'service', 'services', 'manager', 'common'])
const camelCase = /^[a-z][A-Za-z0-9]*(\.(test|config|d))?\.(c|m)?[jt]sx?$/
const pascalCase = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/

/** Files are camelCase by their noun, and no name has a meaningless word. */
export function checkNames(tree: Tree): Finding[] {
  return [...tree.files.keys()]
    .filter((path) => !generated.test(path))
    .flatMap(pathNames)
    .concat(
      tree.sources.flatMap((source) =>
        topNames(source).flatMap(({ name, line }) => {
          const word = bannedWord(name)
          return word === undefined ? [] : [{ path: source.path, line, message: `${name}: "${word}" says nothing` }]
        }),
      ),
    )
}

/** Roles that a file may have in each product, or in each noun of one. */
const roles = new Set(['index.ts', 'operations.ts'])

/** A file name is unique within its package, unless it names the same role at the root of several products. */
export function checkUniqueNames(tree: Tree): Finding[] {
  const places = new Map<string, string[]>()
  for (const { path, test } of tree.sources) {
    const [, folder] = /^packages\/(\w+)\/src\//.exec(path) ?? []
    const base = posix.basename(path)
    if (folder === undefined || test || roles.has(base)) continue
    const key = `${folder} ${base}`
    places.set(key, [...(places.get(key) ?? []), path])
  }
  return [...places.values()]
    .filter((paths) => paths.length > 1 && !paths.every((path) => /\/products\/[^/]+\/[^/]+$/.test(path)))
    .map((paths) => ({ path: paths[0] ?? '', line: 1, message: `the same file name: ${paths.slice(1).join(', ')}` }))
}

function pathNames(path: string): Finding[] {
  const word = path
    .split('/')
    .map(bannedWord)
    .find((found) => found !== undefined)
  if (word !== undefined) return [{ path, line: 1, message: `"${word}" in a path says nothing` }]
  const base = posix.basename(path)
  const source = /\.(c|m)?[jt]sx?$/.test(base)
  if (!source || camelCase.test(base) || pascalCase.test(base)) return []
  return [{ path, line: 1, message: 'file names are camelCase' }]
}

function bannedWord(name: string): string | undefined {
  const words = name.split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
  return words.find((word) => bannedWords.has(word))
}

function topNames(source: Source): { name: string; line: number }[] {
  return children(source.program, 'body')
    .map((statement) => child(statement, 'declaration') ?? statement)
    .flatMap((statement) => [statement, ...children(statement, 'declarations')])
    .flatMap((node) => named(source, node))
}

function named(source: Source, node: Node): { name: string; line: number }[] {
  const name = textAt(child(node, 'id'), 'name')
  return name === undefined ? [] : [{ name, line: source.lineAt(node.start) }]
}
