import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { after, before, describe } from 'node:test'
import { Worker } from 'node:worker_threads'
import { cpuSeconds, writeCost } from './testCosts.ts'

/** Longest block of the event loop, above any computation of a test. `--test-timeout` ends hung promises. */
const blockedMsMax = 120_000
/** Beats of the event loop within that time. */
const beats = 20

const load = createRequire(import.meta.url)

/** Runs in a separate thread, which an endless loop of the tests does not block. */
const watchdog = `
  const { writeSync } = require('node:fs')
  const { workerData } = require('node:worker_threads')
  const { shared, files, blockedMsMax } = workerData
  const [beat, current] = [0, 1]
  let seen = Atomics.load(shared, beat)
  for (;;) {
    if (Atomics.wait(shared, beat, seen, blockedMsMax) === 'timed-out') {
      const file = files[Atomics.load(shared, current)] ?? 'the import of a test file'
      writeSync(2, 'fairground: ' + file + ' blocks its process; the tests of its batch end here.\\n')
      process.kill(process.pid, 'SIGKILL')
    }
    seen = Atomics.load(shared, beat)
  }
`

/**
 * Runs test files in this process, one suite each: hooks stay within their file, Node starts once, and the code of the
 * platform is loaded and compiled once. A file that blocks the event loop ends the process with its name.
 */
export function runBatch(files: readonly string[], options: { blockedMsMax?: number } = {}): void {
  const limitMs = options.blockedMsMax ?? blockedMsMax
  const names = files.map((file) => relative(process.cwd(), file))
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  Atomics.store(shared, 1, -1)
  new Worker(watchdog, { eval: true, workerData: { shared, files: names, blockedMsMax: limitMs } }).unref()
  setInterval(() => {
    Atomics.add(shared, 0, 1)
    Atomics.notify(shared, 0)
  }, limitMs / beats).unref()
  const report = (error: unknown) => {
    const text = error instanceof Error ? error.stack : String(error)
    console.error(`fairground: an uncaught error during ${names[Atomics.load(shared, 1)] ?? 'an import'}: ${text}`)
  }
  // node:test fails the process for such an error, but prints neither its file nor its stack.
  process.on('uncaughtException', report).on('unhandledRejection', report)
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? file
    describe(name, () => {
      let start = { wallMs: 0, cpuSeconds: 0 }
      before(() => {
        Atomics.store(shared, 1, index)
        start = { wallMs: performance.now(), cpuSeconds: cpuSeconds() }
      })
      after(() => {
        const wallSeconds = (performance.now() - start.wallMs) / 1_000
        writeCost({ file: name, wallSeconds, cpuSeconds: cpuSeconds() - start.cpuSeconds })
      })
      // Loads synchronously: an import would end after the definition of the suite, and its tests would have no suite.
      load(file)
    })
  }
}
