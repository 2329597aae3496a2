import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import * as reporters from 'node:test/reporters'
import { clusterVariable } from '#test/world/cluster.ts'
import { thoroughVariable } from '#test/world/thorough.ts'
import { startThrowaway, type Throwaway } from '#test/world/throwaway.ts'
import { buildSdk } from './buildSdk.ts'
import { packagedProgramFolders } from './packagedPrograms.ts'
import { batchesOf, browserTests, planTests } from './testPlan.ts'
import { costsVariable, type TestCost } from './testCosts.ts'
import { tableOf, TestSummary } from './testSummary.ts'

// Runs every test of the project, or those whose paths contain one of the arguments, on one PostgreSQL in memory.
const root = resolve(import.meta.dirname, '..')
const testTimeoutMs = 300_000
/** Time-out far above the duration of all tests on a busy machine: it ends hung tests only. */
const runTimeoutMs = 80 * 60_000
/** Processes of computing tests: one more than cores, since each also waits for PostgreSQL, programs and files. */
const computingConcurrency = availableParallelism() + 1
/** Processes of waiting tests beside the computing ones: they take little of a core. */
const waitingConcurrency = 2
const slowestMax = 30
/** Files with failures up to which those of browsers run a second time: more are no accident. */
const secondRunMax = 3
/** Bound of a report, far above that of all tests. */
const reportBytesMax = 64 * 1024 * 1024

const words = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('-'))
const isEverything = flags.includes('--everything')
const isReport = flags.includes('--report')
const reporter = valuesOf('--test-reporter')[0] ?? 'spec'
const patterns = {
  testNamePatterns: valuesOf('--test-name-pattern'),
  testSkipPatterns: valuesOf('--test-skip-pattern'),
}
/** Suites over a product or the whole platform, and those of the tools. */
const isSuite = /\/test\/|^tools\//
const ownFlags = /^--(everything|report|test-reporter=.*|test-name-pattern=.*|test-skip-pattern=.*)$/

const all = globSync(['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'], { cwd: root }).toSorted()
const files = all.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (files.length === 0) {
  console.error(`fairground: no test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}
// Built once here, and not by each of the concurrent files that load it.
if (files.some((file) => file.startsWith('tools/sdk/'))) buildSdk()
const cluster = await startThrowaway()
try {
  process.exitCode = await runAll(cluster)
} finally {
  await cluster.stop()
}

async function runAll({ admin, scratch }: Throwaway): Promise<number> {
  const costsFile = join(scratch, 'testCosts.jsonl')
  writeFileSync(costsFile, '')
  const plan = planTests(files, root)
  Object.assign(process.env, {
    [clusterVariable]: JSON.stringify(admin),
    [thoroughVariable]: String(isEverything || words.length > 0),
    [costsVariable]: costsFile,
    TMPDIR: scratch,
    PATH: [process.env['PATH'], ...packagedProgramFolders()].join(delimiter),
  })
  const entriesOf = (name: string, batches: readonly (readonly string[])[]) =>
    batches.map((batch, index) => writeBatch(join(scratch, `${name}${index + 1}.mjs`), batch))
  const batches = entriesOf('batch', batchesOf(plan.batched))
  const waiting = entriesOf('waiting', batchesOf(plan.waiting, 2 * waitingConcurrency))
  const alone = Object.groupBy(plan.alone, (file) => (isSuite.test(file) ? 'suites' : 'others'))
  const summary = new TestSummary()
  await report(
    [
      {
        // The longest files begin first, so that no core is left with one of them at the end.
        files: [...(alone.suites ?? []), ...batches, ...(alone.others ?? [])],
        concurrency: computingConcurrency,
      },
      { files: [...waiting, ...plan.waitingAlone], concurrency: waitingConcurrency },
    ],
    summary,
  )
  const again = words.length === 0 ? summary.failedFiles : []
  // Any other test that fails once has found something: only of a browser the order of steps is not ours.
  if (again.length > 0 && again.length <= secondRunMax && browserTests(again, root).length === again.length) {
    const second = new TestSummary()
    await report([{ files: again, concurrency: 1 }], second)
    summary.settle(second)
  }
  if (isReport) process.stdout.write(`\n${slowestIn(readFileSync(costsFile, 'utf8'))}`)
  process.stdout.write(summary.text())
  return summary.hasFailed || (isEverything && summary.hasLack) ? 1 : 0
}

type Lane = { files: readonly string[]; concurrency: number }

/** Runs the lanes concurrently. Each has its own reporter, and their texts are printed in order. */
async function report(lanes: readonly Lane[], summary: TestSummary): Promise<void> {
  const how = {
    ...patterns,
    cwd: root,
    signal: stopSignal(),
    execArgv: [
      ...['testHooks', 'testProcess'].flatMap((name) => ['--import', new URL(`./${name}.ts`, import.meta.url).href]),
      `--test-timeout=${testTimeoutMs}`,
      ...flags.filter((flag) => !ownFlags.test(flag)),
    ],
  }
  const texts = lanes
    .filter((lane) => lane.files.length > 0)
    .map(({ files: lane, concurrency }) => {
      const events = run({ ...how, files: lane.map((file) => resolve(root, file)), concurrency })
      events.on('data', (event) => summary.add(event))
      // Text is buffered while the lane before it reports.
      return events.compose(reporterOf(reporter)).pipe(new PassThrough({ highWaterMark: reportBytesMax }))
    })
  for (const text of texts) await pipeline(text, process.stdout, { end: false })
}

function reporterOf(name: string) {
  if (name === 'tap') return reporters.tap
  if (name === 'dot') return reporters.dot
  return new reporters.spec()
}

/** Aborts on a signal to stop, and at the time-out of the run. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())
  setTimeout(() => {
    console.error(`fairground: the tests are stopped, for they ran longer than ${runTimeoutMs / 60_000} minutes.`)
    stop.abort()
  }, runTimeoutMs).unref()
  return stop.signal
}

/** Writes the entry of a batch, and returns its path: Node's runner starts processes by file. */
function writeBatch(entry: string, batch: readonly string[]): string {
  const files = JSON.stringify(batch.map((file) => join(root, file)))
  const module = JSON.stringify(join(import.meta.dirname, 'testBatch.ts'))
  writeFileSync(entry, `import { runBatch } from ${module}\nrunBatch(${files})\n`)
  return entry
}

function valuesOf(flag: string): string[] {
  return flags.filter((each) => each.startsWith(`${flag}=`)).map((each) => each.slice(flag.length + 1))
}

/** The slowest files as a table: seconds from start to end, and CPU seconds of the process and its children. */
function slowestIn(costs: string): string {
  // cast: writeCost() wrote each line with JSON.stringify of a TestCost
  const read = costs.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TestCost]))
  const rows = read
    .toSorted((a, b) => b.wallSeconds - a.wallSeconds)
    .slice(0, slowestMax)
    .map(({ file, wallSeconds, cpuSeconds }) => [file, wallSeconds.toFixed(1), cpuSeconds.toFixed(1)])
  const sum = (of: 'wallSeconds' | 'cpuSeconds') => read.reduce((total, cost) => total + cost[of], 0).toFixed(1)
  return tableOf([['file', 'seconds', 'CPU seconds'], ...rows, ['all files', sum('wallSeconds'), sum('cpuSeconds')]])
}
