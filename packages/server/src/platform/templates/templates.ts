import { TemplateFailed, type Templates } from './templatesPort.ts'
import { startProcess, startThread } from './templateRunner.ts'
import { openThreads } from './templateWorker.ts'

/** MJML of an ordinary mail takes 16 ms, the first one loads it. */
const compileBounds = { hangsMs: 10_000, slowMs: 1_000 } as const
/** An ordinary mail takes less than 1 ms; four texts may take 250 ms each. */
const renderBounds = { hangsMs: 3_000, slowMs: 100 } as const

/** Templates of one process. */
export type OpenTemplates = Templates & { close(): Promise<void> }

/** Opens the templates. Compilations have processes and renderings threads of their own: no mail waits for MJML. */
export function openTemplates(): OpenTemplates {
  const compiling = openThreads({ start: startProcess, ...compileBounds })
  const rendering = openThreads({ start: startThread, ...renderBounds })
  return {
    async compile(account, source) {
      const reply = await compiling.ask(account, { source })
      if (reply === undefined)
        return { problems: [problemOfBody('the template takes too long, or too much memory, to compile')] }
      if ('compiled' in reply || 'problems' in reply) return reply
      return { problems: [problemOfBody('failed' in reply ? reply.failed : 'the template cannot be compiled')] }
    },
    async render(account, compiled, data) {
      const { subject, preheader, html, text, textPlace = 'text' } = compiled
      const texts = { subject, preheader, html, text, textPlace }
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
