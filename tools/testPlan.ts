import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The runner names the pure test files here, as JSON. */
export const pureFilesVariable = 'FAIRGROUND_PURE_TESTS'

/** The test files of a run by lane, as paths from the root. */
export type TestPlan = {
  /** Need neither a database nor a process of their own: one process runs them all. */
  pure: string[]
  /** Wait for real time (encoders, players, restarts) more than they compute: they start first and run beside. */
  waiting: string[]
  /** Compute: as many at a time as there are cores. */
  computing: string[]
}

const server = 'packages/server'
/** A test that reaches one of these modules has a server, a database or a program to itself. */
const resources = ['world/world', 'world/cluster', 'world/throwaway', 'video/liveWorld', 'video/ingestWorld']
/** A test that reaches one of these modules streams in real time or waits for processes to restart. */
const clocks = ['video/liveWorld', 'video/ladderWorld', 'video/playerStage', 'crash/platform', 'crash/keyedProcess']
const ownProcess =
  /from 'node:(child_process|worker_threads|cluster)'|process\.(env\[|on\(|once\(|exit|chdir)|mock\.timers/

/** Sorts test files into lanes by what their imports reach; nothing is listed by hand. */
export function planTests(files: readonly string[], root: string): TestPlan {
  const graph = new ImportGraph(root)
  const plan: TestPlan = { pure: [], waiting: [], computing: [] }
  for (const file of files) plan[laneOf(graph, file)].push(file)
  return plan
}

function laneOf(graph: ImportGraph, file: string): keyof TestPlan {
  const support = graph.supportOf(file)
  if (clocks.some((name) => support.has(`${server}/test/${name}.ts`))) return 'waiting'
  const isShared = resources.some((name) => support.has(`${server}/test/${name}.ts`))
  const hasProcess = [...support].some((path) => ownProcess.test(graph.text(path)))
  return isShared || hasProcess ? 'computing' : 'pure'
}

/** The modules that tests import, read once. Product code is not followed: it is the subject, not the means. */
class ImportGraph {
  readonly #root: string
  readonly #texts = new Map<string, string>()

  constructor(root: string) {
    this.#root = root
  }

  text(path: string): string {
    const known = this.#texts.get(path)
    if (known !== undefined) return known
    const file = join(this.#root, path)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    this.#texts.set(path, text)
    return text
  }

  /** A test file and every module below a `test` folder or `tools` that it reaches, as paths from the root. */
  supportOf(file: string): Set<string> {
    const found = new Set([file])
    for (const path of found) {
      for (const [, specifier = ''] of this.text(path).matchAll(/(?:from|import\() ?'([#.][^']+)'/g)) {
        const target = resolve(path, specifier)
        if (target !== undefined && /^(packages\/\w+\/test|tools)\//.test(target)) found.add(target)
      }
    }
    return found
  }
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (specifier.startsWith('#test/')) return join(server, 'test', specifier.slice('#test/'.length))
  return specifier.startsWith('#tools/') ? join('tools', specifier.slice('#tools/'.length)) : undefined
}
