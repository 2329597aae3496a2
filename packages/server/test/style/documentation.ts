import { type Finding, type Node, type Source, type Tree, child, children, textAt } from './tree.ts'

/** Lists that every noun of a product may export; their meaning is defined once, by the seven nouns. */
const knownLists = new Set(['operations', 'reactions', 'tasks'])

/** Builders whose arguments hold the sentence that becomes public documentation. */
const describing = new Set(['fact', 'resourceFact', 'operation'])

/** Every exported value carries at least a sentence of documentation. Types may. */
export function checkDocumentation(tree: Tree): Finding[] {
  return tree.sources.filter((source) => !source.path.endsWith('.test.ts')).flatMap(undocumented)
}

function undocumented(source: Source): Finding[] {
  const statements = children(source.program, 'body')
  const documented = new Set<string>()
  const found: Finding[] = []
  for (const statement of statements) {
    const text = documentationBefore(source, statement)
    for (const name of text ? valueNames(child(statement, 'declaration') ?? statement) : []) documented.add(name)
  }
  for (const statement of statements.filter((one) => one.type === 'ExportNamedDeclaration')) {
    for (const name of exportedNames(statement)) {
      if (documented.has(name) || (knownLists.has(name) && source.path.includes('/products/'))) continue
      found.push({ path: source.path, line: source.lineAt(statement.start), message: `${name} has no JSDoc sentence` })
      documented.add(name)
    }
  }
  return found
}

/** The values that a statement exports from its own file; re-exports are documented where they are defined. */
function exportedNames(statement: Node): string[] {
  if (child(statement, 'source') !== undefined || statement['exportKind'] === 'type') return []
  const listed = children(statement, 'specifiers').filter((one) => one['exportKind'] !== 'type')
  return [
    ...listed.flatMap((one) => textAt(child(one, 'local'), 'name') ?? []),
    ...valueNames(child(statement, 'declaration')),
  ]
}

function valueNames(declaration: Node | undefined): string[] {
  if (declaration === undefined || /^TS(Type|Interface)/.test(declaration.type)) return []
  const described = (one: Node) => describing.has(textAt(child(child(one, 'init'), 'callee'), 'name') ?? '')
  const silent = [declaration, ...children(declaration, 'declarations')].filter((one) => !described(one))
  return silent.flatMap((one) => {
    const id = child(one, 'id')
    const patterns = children(id, 'properties').map((property) => child(property, 'value'))
    return [id, ...patterns].flatMap((pattern) => textAt(pattern, 'name') ?? [])
  })
}

function documentationBefore(source: Source, node: Node): boolean {
  return source.comments.some(
    (comment) =>
      comment.type === 'Block' &&
      /^\*[\s*]*[^\s*]/.test(comment.value) &&
      comment.end <= node.start &&
      source.text.slice(comment.end, node.start).trim() === '',
  )
}
