import { after } from 'node:test'

// Imported by every test file's process: one that is still alive a while after its last test has left something open,
// and says so instead of holding up the run.
const graceMs = 10_000

after(() => {
  setTimeout(() => {
    console.error(`fairground: ${process.argv[1]} left something open that keeps it alive.`)
    process.exit(1)
  }, graceMs).unref()
})
