import { TemplateFailed, type Templates } from './templatesPort.ts'
import { openThread } from './templateWorker.ts'

const compileMsMax = 10_000
/** Four texts of 250 ms each, and a pause of the machine. */
const renderMsMax = 3_000

/** Templates of one process. */
export type OpenTemplates = Templates & { close(): Promise<void> }

/** Opens the templates: one thread compiles, another one renders, so that no mail waits for MJML. */
export function openTemplates(): OpenTemplates {
  const compiling = openThread(compileMsMax)
  const rendering = openThread(renderMsMax)
  return {
    async compile(account, source) {
      const reply = await compiling.ask(account, { source })
      if (reply === undefined) return { problems: [problemOfBody('the template takes too long to compile')] }
      if ('compiled' in reply || 'problems' in reply) return reply
      return { problems: [problemOfBody('failed' in reply ? reply.failed : 'the template cannot be compiled')] }
    },
    async render(account, compiled, data) {
      const { subject, preheader, html, text } = compiled
      const texts = { subject, preheader, html, text }
      const reply = await rendering.ask(account, { compiled: texts, data })
      if (reply === undefined) throw new TemplateFailed(problemOfBody('the template takes too long to render'))
      if ('rendered' in reply) return reply.rendered
      const [problem] = 'problems' in reply ? reply.problems : []
      throw new TemplateFailed(problem ?? problemOfBody('failed' in reply ? reply.failed : 'nothing was rendered'))
    },
    async close() {
      await Promise.all([compiling.close(), rendering.close()])
    },
  }
}

function problemOfBody(message: string) {
  return { path: '/body', message, line: null, column: null }
}
