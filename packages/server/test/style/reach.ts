import { posix } from 'node:path'
import { importsOf, targetOf, urlsOf } from './imports.ts'
import { type Finding, type Source, type Tree, generated } from './tree.ts'

const entries = [
  /^packages\/server\/src\/app\/main\.ts$/,
  /^packages\/server\/src\/cli\/fairground\.ts$/,
  /^packages\/sdk\/src\/index\.ts$/,
  /^packages\/(console|audience)\/src\/main\.tsx?$/,
  /\.test\.tsx?$/,
  /\.config\.[cm]?[jt]s$/,
  /\.d\.ts$/,
  /^tools\//,
  /^bin\//,
]

/** Every import leads to a file, and every source is reached from an entry point. */
export function checkReach(tree: Tree): Finding[] {
  const edges = new Map(tree.sources.map((source) => [source.path, targetsOf(source)]))
  const broken = [...edges].flatMap(([path, targets]) =>
    targets
      .filter(({ target, url }) => !url && !tree.files.has(target))
      .map(({ target }) => ({ path, line: 1, message: `imports ${target}, which does not exist` })),
  )
  const reached = reachedFrom(edges)
  const dead = [...edges.keys()].filter((path) => !reached.has(path))
  return [...broken, ...dead.map((path) => ({ path, line: 1, message: 'nothing that runs reaches this file' }))]
}

/**
 * Requires a test beside every noun of a product, except its declarations (index, facts, tables, settings, scopes). A
 * noun that became a folder has a test in it or beside it.
 */
export function checkTestsBeside(tree: Tree): Finding[] {
  const nouns = new Set<string>()
  for (const { path } of tree.sources) {
    const noun = /^(packages\/server\/src\/products\/[^/]+\/[^/.]+)(\.ts|\/.+)$/.exec(path)?.[1]
    if (noun !== undefined && !/\/(index|facts|tables|settings|scopes)$/.test(noun)) nouns.add(noun)
  }
  const paths = [...tree.files.keys()]
  const tested = (noun: string) =>
    paths.some((path) => path === `${noun}.test.ts` || (path.startsWith(`${noun}/`) && path.endsWith('.test.ts')))
  return [...nouns]
    .filter((noun) => !tested(noun))
    .map((noun) => ({ path: `${noun}.ts`, line: 1, message: `no test beside it: ${posix.basename(noun)}.test.ts` }))
}

type Edge = { target: string; url: boolean }

function targetsOf(source: Source): Edge[] {
  const imported = importsOf(source).flatMap(({ specifier }) => targetOf(source.path, specifier) ?? [])
  return [
    ...imported.filter((target) => !generated.test(target)).map((target) => ({ target, url: false })),
    ...urlsOf(source).map((target) => ({ target, url: true })),
  ]
}

function reachedFrom(edges: Map<string, Edge[]>): Set<string> {
  const reached = new Set<string>()
  const queue = [...edges.keys()].filter((path) => entries.some((entry) => entry.test(path)))
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const { target } of edges.get(path) ?? []) queue.push(target)
  }
  return reached
}
