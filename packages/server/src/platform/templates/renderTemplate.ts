import { oneLine, storable } from '#kit/values/foreignText.ts'
import { LRUCache } from 'lru-cache'
import {
  liquidBounds,
  OutOfTime,
  parseLiquid,
  problemOf,
  renderLiquid,
  type LiquidPlace,
  type Parsed,
} from './liquid.ts'
import type { CompiledTexts, RenderedTemplate, TemplateProblem } from './templatesPort.ts'

/** Characters of texts whose parsed form is kept. */
const parsedMax = 20_000_000
const subjectLengthMax = 250

const parsed = new LRUCache<string, Parsed>({ maxSize: parsedMax, sizeCalculation: (_, text) => text.length })

/** Renders a compiled template. Runs in a worker thread: a text may take up to 250 ms. Throws OutOfTime. */
export function renderTemplate(
  compiled: CompiledTexts,
  data: object,
): { rendered: RenderedTemplate } | { problems: TemplateProblem[] } {
  try {
    const line = (text: string | null, path: string) =>
      text === null ? '' : oneLine(rendered(text, 'text', { path, data }))
    const html = compiled.html === null ? null : rendered(compiled.html, 'html', { path: '/body', data })
    const text = rendered(compiled.text, compiled.textPlace ?? 'text', { path: '/textBody', data })
    const subject = line(compiled.subject, '/subject').slice(0, subjectLengthMax)
    const preheader = line(compiled.preheader, '/preheader')
    const bytes = Buffer.byteLength(html ?? text)
    return { rendered: { subject, preheader, html, text, bytes, hints: hintsOf({ subject, html, text, bytes }) } }
  } catch (error) {
    if (error instanceof Failed) return { problems: [error.problem] }
    throw error
  }
}

class Failed extends Error {
  readonly problem: TemplateProblem

  constructor(problem: TemplateProblem) {
    super(problem.message)
    this.problem = problem
  }
}

function rendered(text: string, place: LiquidPlace, { path, data }: { path: string; data: object }): string {
  const known = parsedOf(text, place, path)
  let result: string
  try {
    result = renderLiquid(known, data)
  } catch (error) {
    if (error instanceof OutOfTime) throw error
    throw new Failed(problemOf(error, path))
  }
  // A filter may cut a character in half, which no address of a link can hold.
  if (result.length <= liquidBounds.resultMax) return storable(result)
  throw new Failed({ path, message: 'the result is too long', line: null, column: null })
}

function parsedOf(text: string, place: LiquidPlace, path: string): Parsed {
  const key = `${place}\n${text}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const made = parseLiquid(text, place, path)
  if ('message' in made) throw new Failed(made)
  parsed.set(key, made)
  return made
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
