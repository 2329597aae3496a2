import { parentPort } from 'node:worker_threads'
import { compileTemplate } from './compileTemplate.ts'
import type { TemplateSource } from './templatesPort.ts'

parentPort?.on('message', (source: TemplateSource) => {
  compileTemplate(source).then(
    (compilation) => respond({ compilation }),
    (error: unknown) => respond({ failed: String(error).slice(0, 300) }),
  )
})

function respond(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
