import { parentPort, Worker } from 'node:worker_threads'
import { OutOfTime } from './liquid.ts'
import { renderTemplate } from './renderTemplate.ts'
import { outOfTime } from './templatesPort.ts'
import type { ThreadReply, ThreadRequest } from './templateWorker.ts'

const watchHeapMbMax = 16

// The program of a thread, and of a process.
;(parentPort ?? process).on('message', (request: ThreadRequest) => {
  answerTo(request).then(respond, (error: unknown) => {
    respond(error instanceof OutOfTime ? outOfTime : { failed: String(error).slice(0, 300) })
  })
})

/** Sanitisers are read with the first compilation: a thread that renders needs none. */
async function answerTo(request: ThreadRequest): Promise<ThreadReply> {
  if ('data' in request) return renderTemplate(request.compiled, request.data)
  const { compileTemplate } = await import('./compileTemplate.ts')
  return compileTemplate(request.source)
}

// A process gets the id of its parent as its argument: the parent may be dead before this line runs.
const [, , parentPid] = process.argv
if (parentPort === null && process.send !== undefined && parentPid !== undefined) watchParent(Number(parentPid))
respond('ready')

function watchParent(parent: number): void {
  const resourceLimits = { maxOldGenerationSizeMb: watchHeapMbMax }
  new Worker(new URL('./parentWatch.ts', import.meta.url), { workerData: parent, resourceLimits }).unref()
}

function respond(reply: ThreadReply | 'ready'): void {
  if (parentPort === null) process.send?.(reply)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  else parentPort.postMessage(reply)
}
