import { relative } from 'node:path'
import { after } from 'node:test'
import { isMainThread } from 'node:worker_threads'
import { cpuSeconds, writeCost, writtenCost } from './testCosts.ts'

// Time-out after the last test; this module is preloaded into the process of every test file and of every batch.
const graceMs = 60_000
const parentPollMs = 1_000

if (isMainThread) {
  // A process that is alive long after its last test has an open resource: it logs that and exits. Hooks of the process
  // may run after that test.
  after(() => {
    setTimeout(() => {
      console.error(`fairground: ${process.argv[1]} left something open that keeps it alive.`)
      process.exit(1)
    }, graceMs).unref()
  })

  // A test file ends with its runner, also with a killed one: the kernel then changes the parent of the process.
  const runner = process.ppid
  setInterval(() => {
    if (process.ppid !== runner) process.kill(process.pid, 'SIGTERM')
  }, parentPollMs).unref()

  process.once('exit', () =>
    writeCost({
      file: relative(process.cwd(), process.argv[1] ?? ''),
      wallSeconds: process.uptime() - writtenCost().wallSeconds,
      cpuSeconds: cpuSeconds() - writtenCost().cpuSeconds,
    }),
  )
}
