import { isMainThread, workerData } from 'node:worker_threads'

/** Time between two looks at the parent, in milliseconds. */
const lookEveryMs = 500

// A thread of a process that compiles. The process reads the end of its parent between two requests alone, and one
// compilation may take minutes: this thread sees the new parent at once, and ends the process.
if (!isMainThread) {
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
}
