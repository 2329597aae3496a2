import { targetOf } from './imports.ts'
import { type Finding, type Source, type Tree, child, children, textAt, walk } from './tree.ts'

const folder = 'packages/console/src'
const entries = [`${folder}/main.tsx`, `${folder}/app/home/homePage.tsx`]
const screens = `${folder}/texts/screenEnglish.ts`
const apart = /\/texts\//

/** Modules of the console's first load show texts of the first load alone: texts of screens come later. */
export function checkFirstTexts(tree: Tree): Finding[] {
  const sources = new Map(tree.sources.map((source) => [source.path, source]))
  const late = new Set(loadedWith(sources, [screens]).flatMap(keysOf))
  return loadedWith(sources, entries)
    .filter(({ path }) => !apart.test(path))
    .flatMap((source) => lateTextsOf(source, late))
}

/** The sources that load at once with the entries: whatever they import other than on demand or for a type. */
function loadedWith(sources: ReadonlyMap<string, Source>, paths: readonly string[]): Source[] {
  const loaded = new Set<Source>()
  const queue = [...paths]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const source = sources.get(path)
    if (source === undefined || loaded.has(source)) continue
    loaded.add(source)
    for (const statement of children(source.program, 'body')) {
      if ([textAt(statement, 'importKind'), textAt(statement, 'exportKind')].includes('type')) continue
      const specifier = textAt(child(statement, 'source'), 'value')
      queue.push(...(specifier === undefined ? [] : [targetOf(path, specifier) ?? '']))
    }
  }
  return [...loaded]
}

/** Keys of a catalogue, and what `plural` calls them. */
function keysOf(source: Source): string[] {
  const keys: string[] = []
  walk(source.program, (node) => {
    const key = node.type === 'Property' ? textAt(child(node, 'key'), 'value') : undefined
    if (key !== undefined) keys.push(key, key.replace(/\.(one|other)$/, ''))
  })
  return keys
}

function lateTextsOf(source: Source, late: ReadonlySet<string>): Finding[] {
  const found: Finding[] = []
  walk(source.program, (node) => {
    const text = node.type === 'Literal' ? (textAt(node, 'value') ?? '') : ''
    if (!text.includes('.') || !late.has(text)) return
    const message = `${text}: the first load has no texts of screens; move it to the shell, navigation or home`
    found.push({ path: source.path, line: source.lineAt(node.start), message })
  })
  return found
}
