import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The test files of a run by lane, as paths from the root. */
export type TestPlan = {
  /** Files that leave their process unchanged: they share a few processes, in batches. */
  batched: string[]
  /** Files that wait for real time (encoders, players) more than they compute: they share a few processes. */
  waiting: string[]
  /** Files that wait as well, but change their process: they have one each. */
  waitingAlone: string[]
  /** Files with a process each. */
  alone: string[]
}

const server = 'packages/server'
/** A test that reaches one of these modules streams in real time or waits for processes to restart. */
const clocks = ['video/liveWorld', 'video/ladderWorld', 'video/playerStage', 'crash/platform', 'crash/keyedProcess']
/** Suites over all operations of a product take long: in a batch one of them would delay the others. */
const productSuite = /\/products\/\w+\/test\//
const changesProcess = new RegExp(
  [
    "from 'node:(worker_threads|cluster|async_hooks)'",
    'process\\.(env\\[[^\\]]+\\] =[^=]|on\\(|once\\(|exit|chdir|memory)',
    // Globals of a browser, and the language of the console's texts.
    '(Object\\.assign|Object\\.defineProperty)\\(globalThis',
    'loadLanguage\\(',
    // A mocked clock ends with its test, and leaves ids and deadlines of another time in the process.
    'mock\\.(timers|method)',
  ].join('|'),
)
/** Whether a file loads only by an import that is awaited, which a batch does not support. */
const awaitsAtTop = /^(?:(?:export )?(?:const|let) (?:(?!=>).)*)?\bawait /m
/** Files of a batch; with more, one core would be left with a batch at the end. */
const batchFilesMax = 20

/** Test files that drive a real browser: on a busy machine it paints, scrolls and fetches in an order of its own. */
export function browserTests(files: readonly string[], root: string): string[] {
  const graph = new ImportGraph(root)
  return files.filter((file) => graph.supportOf(file).has(`${server}/test/world/browser.ts`))
}

/** Sorts test files into lanes by what their imports reach; no file is listed by hand. */
export function planTests(files: readonly string[], root: string): TestPlan {
  const graph = new ImportGraph(root)
  const plan: TestPlan = { batched: [], waiting: [], waitingAlone: [], alone: [] }
  for (const file of files) plan[laneOf(graph, file)].push(file)
  return plan
}

/**
 * Distributes files over batches of about one size, `countMin` or more. Neighbours, which cost about the same, go to
 * different batches.
 */
export function batchesOf(files: readonly string[], countMin = 1): string[][] {
  const count = Math.min(files.length, Math.max(countMin, Math.ceil(files.length / batchFilesMax)))
  return Array.from({ length: count }, (_, batch) => files.filter((_file, index) => index % count === batch))
}

function laneOf(graph: ImportGraph, file: string): keyof TestPlan {
  const support = graph.supportOf(file)
  const reaches = (names: readonly string[]) => names.some((name) => support.has(`${server}/test/${name}.ts`))
  const texts = [...support].map((path) => graph.text(path))
  const isAlone = texts.some((text) => changesProcess.test(text) || awaitsAtTop.test(text))
  if (reaches(clocks)) return isAlone ? 'waitingAlone' : 'waiting'
  return isAlone || productSuite.test(file) ? 'alone' : 'batched'
}

/** The modules that tests import, read once. Product code is not followed: it is the subject of the tests. */
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
      for (const [, specifier = ''] of this.text(path).matchAll(/\b(?:from|import) ?\(?'([#.][^']+)'/g)) {
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
