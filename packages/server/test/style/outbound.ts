import { importsOf } from './imports.ts'
import { child, type Finding, type Source, textAt, type Tree, walk } from './tree.ts'

const serverSource = /^packages\/server\/src\//
/** The guard itself, and the command line, which calls addresses that its own user typed. */
const mayAsk = /^packages\/server\/src\/(platform\/net|cli)\//
const clients = /^(undici|node-fetch|axios|got|node:http2|node:https)($|\/)/

/** The server sends requests through the guard only: no fetch and no HTTP client anywhere else. */
export function checkOutbound(tree: Tree): Finding[] {
  const sources = tree.sources.filter(({ path, test }) => serverSource.test(path) && !test && !mayAsk.test(path))
  return sources.flatMap((source) => [...clientImports(source), ...fetches(source)])
}

function clientImports(source: Source): Finding[] {
  const clientsIn = importsOf(source).filter(({ specifier }) => clients.test(specifier))
  return clientsIn.map(({ specifier, line }) => ({
    path: source.path,
    line,
    message: `${specifier}: use platform/net`,
  }))
}

function fetches(source: Source): Finding[] {
  const found: Finding[] = []
  walk(source.program, (node) => {
    const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined
    const name = textAt(callee, 'name') ?? textAt(child(callee, 'property'), 'name')
    const isGlobal = callee?.type === 'Identifier' || textAt(child(callee, 'object'), 'name') === 'globalThis'
    if (name === 'fetch' && isGlobal) {
      found.push({ path: source.path, line: source.lineAt(node.start), message: 'fetch: use platform/net' })
    }
  })
  return found
}
