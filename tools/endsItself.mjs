import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { after } from 'node:test'
import { isMainThread } from 'node:worker_threads'

// Preloaded into the process of every test file.
const graceMs = 60_000
const parentPollMs = 1_000
const ticksPerSecond = 100
const costsFile = process.env.FAIRGROUND_TEST_COSTS

// A process that is still alive a while after its last test has left something open: it says so and does not hold up
// the run. Its own hooks may take their time after that test.
after(() => {
  setTimeout(() => {
    console.error(`fairground: ${process.argv[1]} left something open that keeps it alive.`)
    process.exit(1)
  }, graceMs).unref()
})

// A test file ends with its runner, however the runner ended: the kernel then gives the process another parent.
const runner = process.ppid
setInterval(() => {
  if (process.ppid !== runner) process.kill(process.pid, 'SIGTERM')
}, parentPollMs).unref()

// One line of JSON for the closing report: CPU time of this process and of the children that it waited for.
if (costsFile !== undefined && isMainThread) {
  process.once('exit', () => {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [own, ownSystem, children, childrenSystem] = fields.slice(11, 15).map(Number)
    const cpuSeconds = (own + ownSystem + children + childrenSystem) / ticksPerSecond
    const file = relative(process.cwd(), process.argv[1])
    appendFileSync(costsFile, `${JSON.stringify({ file, cpuSeconds, wallSeconds: process.uptime() })}\n`)
  })
}
