import { posix } from 'node:path'
import { type Finding, type Node, type Source, type Tree, child, isNode, textAt, walk } from './tree.ts'

/** One place where a source names another module, by any form of import. */
export type Import = { specifier: string; line: number }

/** Checks which folder imports which, and the spelling. Tests may import anything, with the same spelling. */
export function checkImports(tree: Tree): Finding[] {
  return tree.sources.flatMap((source) =>
    importsOf(source).flatMap(({ specifier, line }) => {
      const message = spelling(source, specifier) ?? (source.test ? undefined : boundary(source.path, specifier))
      return message === undefined ? [] : [{ path: source.path, line, message }]
    }),
  )
}

/** Every module that a source names: static, dynamic, re-exported and in types. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = []
  walk(source.program, (node) => {
    const named = namedModule(node)
    const specifier = textAt(named, 'value')
    if (named !== undefined && specifier !== undefined) found.push({ specifier, line: source.lineAt(named.start) })
  })
  return found
}

/** The file of a specifier, as a path in the repository, or undefined for npm and Node's own modules. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  const alias = /^#(kit|platform|products|app|cli|demo|test|tools|audience|console)\/(.+)$/.exec(specifier)
  if (alias === null) return undefined
  const [, name = '', rest = ''] = alias
  if (name === 'tools') return `tools/${rest}`
  if (name === 'audience' || name === 'console') return `packages/${name}/src/${rest}`
  return `packages/server/${name === 'test' ? 'test' : `src/${name}`}/${rest}`
}

function namedModule(node: Node): Node | undefined {
  if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type)) return child(node, 'source')
  if (node.type === 'ImportExpression' || node.type === 'TSImportType') {
    const source = child(node, 'source') ?? child(node, 'argument')
    return source?.type === 'TSLiteralType' ? child(source, 'literal') : source
  }
  return undefined
}

function spelling(source: Source, specifier: string): string | undefined {
  if (/(^|\/)\.\.(\/|$)/.test(specifier))
    return `${specifier}: never climb; write #kit, #platform, #products, #app, #test or #tools`
  const target = targetOf(source.path, specifier)
  if (target === undefined) return undefined
  if (specifier.startsWith('#') && posix.dirname(target) === posix.dirname(source.path)) {
    return `${specifier}: within a folder write ./${posix.basename(target)}`
  }
  return posix.extname(target) === '' ? `${specifier}: name the file with its extension` : undefined
}

const typebox = /^typebox($|\/)/
const npmOrNode = /^[^./#]/

function boundary(path: string, specifier: string): string | undefined {
  const zone = zones.find((one) => one.path.test(path))
  if (zone === undefined || zone.may(specifier, path)) return undefined
  return `${specifier}: ${zone.name} may import ${zone.words}`
}

type Zone = { name: string; path: RegExp; words: string; may: (specifier: string, path: string) => boolean }

/** The first zone with a matching path decides. A path in no zone is a root of composition, a tool or a test. */
const zones: Zone[] = [
  {
    name: 'kit',
    path: /^packages\/server\/src\/kit\//,
    words: 'kit, and of TypeBox the types',
    may: (specifier) => /^(\.\/|#kit\/)/.test(specifier) || typebox.test(specifier),
  },
  {
    name: 'platform',
    path: /^packages\/server\/src\/platform\//,
    words: 'kit, platform and npm',
    may: (specifier) => /^(\.\/|#kit\/|#platform\/)/.test(specifier) || npmOrNode.test(specifier),
  },
  {
    name: 'a facts file',
    path: /^packages\/server\/src\/products\/[^/]+\/facts\.ts$/,
    words: 'kit, and of TypeBox the types',
    may: (specifier) => specifier.startsWith('#kit/') || typebox.test(specifier),
  },
  {
    name: 'a product',
    path: /^packages\/server\/src\/products\/[^/]+\//,
    words: "kit, platform without http, its own folder, other products' facts.ts and lru-cache",
    may: mayProduct,
  },
  {
    name: 'sdk',
    path: /^packages\/sdk\/src\//,
    words: 'nothing but its own files',
    may: (specifier) => specifier.startsWith('./'),
  },
  {
    name: 'a web package',
    path: /^packages\/(console|audience)\/src\//,
    words: 'its own files, the SDK and npm',
    may: (specifier, path) =>
      specifier.startsWith('./') ||
      specifier.startsWith(`#${path.split('/')[1] ?? ''}/`) ||
      (npmOrNode.test(specifier) && !specifier.startsWith('@fairground/server')),
  },
  {
    name: 'the server',
    path: /^packages\/server\/src\//,
    words: 'anything but tests',
    may: (specifier) => !specifier.startsWith('#test/'),
  },
]

function mayProduct(specifier: string, path: string): boolean {
  const product = path.split('/')[4] ?? ''
  if (specifier.startsWith('#platform/')) return !specifier.startsWith('#platform/http/')
  if (specifier.startsWith('#products/')) {
    return specifier.startsWith(`#products/${product}/`) || /^#products\/[^/]+\/facts\.ts$/.test(specifier)
  }
  return /^(\.\/|#kit\/)/.test(specifier) || typebox.test(specifier) || specifier === 'lru-cache'
}

/** Literal paths that a source resolves against its own place, such as those of workers and child processes. */
export function urlsOf(source: Source): string[] {
  const found: string[] = []
  walk(source.program, (node) => {
    const isUrl = node.type === 'NewExpression' && textAt(child(node, 'callee'), 'name') === 'URL'
    const args = node['arguments']
    const first: unknown = isUrl && Array.isArray(args) ? args[0] : undefined
    const value = isNode(first) ? textAt(first, 'value') : undefined
    if (value !== undefined && /^\.{1,2}\//.test(value)) found.push(posix.join(posix.dirname(source.path), value))
  })
  return found
}
