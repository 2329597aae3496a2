import { after } from 'node:test'

// Imported by every test file's process: one that is still alive a while after its last test has left something open,
// and says so instead of holding up the run. What its own hooks stop after that test may take its time.
const graceMs = 60_000

after(() => {
  setTimeout(() => {
    console.error(`fairground: ${process.argv[1]} left something open that keeps it alive.`)
    process.exit(1)
  }, graceMs).unref()
})
