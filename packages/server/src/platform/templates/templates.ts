import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { problem, reasons } from '#kit/call/problem.ts'
import { liquidBounds, parseLiquid, problemOf, renderLiquid, type LiquidPlace, type Parsed } from './liquid.ts'
import {
  TemplateFailed,
  type Compilation,
  type RenderedTemplate,
  type Templates,
  type TemplateSource,
} from './templatesPort.ts'

const compileMsMax = 10_000
const waitingMax = 50
const parsedMax = 500
const subjectLengthMax = 250

/** Templates of one process. */
export type OpenTemplates = Templates & { close(): Promise<void> }

/** Opens the templates. The worker thread starts with the first compilation; one that hangs is replaced. */
export function openTemplates(): OpenTemplates {
  const parsed = new LRUCache<string, Parsed>({ max: parsedMax })
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const render = (text: string, place: LiquidPlace, { path, data }: { path: string; data: object }): string => {
    const key = `${place}\n${text}`
    let known = parsed.get(key)
    if (known === undefined) {
      const made = parseLiquid(text, place, path)
      if ('message' in made) throw new TemplateFailed(made)
      known = made
      parsed.set(key, known)
    }
    return rendered(known, path, data)
  }
  return {
    async compile(source) {
      if (waiting >= waitingMax) throw problem(reasons.unavailable, { retryAfterSeconds: 5 })
      waiting += 1
      const before = last
      const run = before.then(async () => {
        worker ??= startThread()
        const compilation = await compileIn(worker, source)
        if (compilation !== undefined) return compilation
        await worker.terminate()
        worker = undefined
        return tooSlow
      })
      last = run.catch(() => undefined)
      try {
        return await run
      } finally {
        waiting -= 1
      }
    },
    render(compiled, data) {
      const one = (text: string | null, path: string) =>
        text === null ? '' : oneLine(render(text, 'text', { path, data }))
      const html = compiled.html === null ? null : render(compiled.html, 'html', { path: '/body', data })
      const text = render(compiled.text, 'text', { path: '/textBody', data })
      const subject = one(compiled.subject, '/subject').slice(0, subjectLengthMax)
      const bytes = Buffer.byteLength(html ?? text)
      const preheader = one(compiled.preheader, '/preheader')
      return { subject, preheader, html, text, bytes, hints: hintsOf({ subject, html, text, bytes }) }
    },
    async close() {
      await worker?.terminate()
    },
  }
}

const tooSlow: Compilation = {
  problems: [{ path: '/body', message: 'the template takes too long to compile', line: null, column: null }],
}

function startThread(): Worker {
  const worker = new Worker(new URL('./compileThread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.unref()
  // An error after a compilation was given up has no other listener, and would end the process.
  worker.on('error', () => undefined)
  return worker
}

/** Undefined when the thread died or took too long: it has to be replaced. */
function compileIn(worker: Worker, source: TemplateSource): Promise<Compilation | undefined> {
  return new Promise((resolve) => {
    const end = (compilation: Compilation | undefined) => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('exit', onEnd)
      worker.off('error', onEnd)
      resolve(compilation)
    }
    const onEnd = () => end(undefined)
    const onMessage = (message: { compilation?: Compilation; failed?: string }) =>
      end(
        message.compilation ?? {
          problems: [{ path: '/body', message: String(message.failed), line: null, column: null }],
        },
      )
    const timer = setTimeout(onEnd, compileMsMax)
    worker.once('message', onMessage)
    worker.once('exit', onEnd)
    worker.once('error', onEnd)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(source)
  })
}

function rendered(known: Parsed, path: string, data: object): string {
  let text: string
  try {
    text = renderLiquid(known, data)
  } catch (error) {
    throw new TemplateFailed(problemOf(error, path))
  }
  if (text.length <= liquidBounds.resultMax) return text
  throw new TemplateFailed({ path, message: 'the result is too long', line: null, column: null })
}

/** A header field has one line: control characters end it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const spammy = /\b(100% free|act now|click here|free money|guaranteed winner|no risk|risk[- ]free|winner!)/i
const clippedBytes = 102_400
const linksMax = 40

/** Findings in a rendered mail that may keep it from being read. */
function hintsOf({
  subject,
  html,
  text,
  bytes,
}: Pick<RenderedTemplate, 'subject' | 'html' | 'text' | 'bytes'>): string[] {
  const letters = subject.replace(/[^\p{L}]/gu, '')
  const links = html === null ? 0 : [...html.matchAll(/<a\b/gi)].length
  const isImageOnly = html !== null && /<img\b/i.test(html) && text.trim().length < 40
  return [
    ...(subject === '' ? ['empty_subject'] : []),
    ...(letters.length > 5 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
      ? ['subject_all_capitals']
      : []),
    ...(/!{2,}/.test(subject) ? ['subject_exclamation_marks'] : []),
    ...(spammy.test(`${subject} ${text}`) ? ['spam_words'] : []),
    ...(isImageOnly ? ['image_only'] : []),
    ...(links > linksMax ? ['many_links'] : []),
    ...(bytes > clippedBytes ? ['clipped_by_gmail'] : []),
  ]
}
