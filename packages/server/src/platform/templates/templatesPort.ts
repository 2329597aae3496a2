import type { Account } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'

/** Formats of the body of a template. */
export const templateFormats = ['mjml', 'html', 'markdown', 'text'] as const
/** Format of a body. */
export type TemplateFormat = (typeof templateFormats)[number]

/** The source of a template. Each text is Liquid. `layout`: HTML or MJML with `{{ content }}` around the body. */
export type TemplateSource = {
  format: TemplateFormat
  body: string
  subject: string | null
  preheader: string | null
  textBody: string | null
  layout: { format: TemplateFormat; body: string } | null
}

/** A mistake in a template: the field, and its line and column from 1 where they are known. */
export type TemplateProblem = { path: string; message: string; line: number | null; column: number | null }

/** A compiled template: Liquid whose rendering is the mail. */
export type CompiledTemplate = {
  subject: string | null
  preheader: string | null
  html: string | null
  text: string
  /** Names that the texts read, such as `contact.firstName`. */
  usedVariables: string[]
  /** Addresses of links, Liquid included. */
  links: string[]
  /** Names of findings that may keep the mail from being read, such as `no_unsubscribe_link`. */
  warnings: string[]
}

/**
 * The texts of a compiled template. `textPlace`: the place of the text, as which its outputs are escaped: the body of a
 * request in JSON, XML (`html`) or a form.
 */
export type CompiledTexts = Pick<CompiledTemplate, 'subject' | 'preheader' | 'html' | 'text'> & {
  textPlace?: 'text' | 'html' | 'json' | 'form'
}

/** A rendered mail. `bytes`: size of the HTML, else of the text. */
export type RenderedTemplate = {
  subject: string
  preheader: string
  html: string | null
  text: string
  bytes: number
  hints: string[]
}

/** Result of a compilation. */
export type Compilation = { compiled: CompiledTemplate } | { problems: TemplateProblem[] }

/** The account whose share of a thread is used. */
export type Requester = Pick<Account, 'id' | 'mode' | 'twinId'>

export type Templates = {
  /** Compiles a template in a worker thread: MJML, Markdown, safe HTML, text part. Throws unavailable when busy. */
  compile(account: Requester, source: TemplateSource): Promise<Compilation>
  /** Renders a compiled template in a worker thread. Throws TemplateFailed, and unavailable when busy. */
  render(account: Requester, compiled: CompiledTexts, data: object): Promise<RenderedTemplate>
}

/** A template that cannot be rendered with this data. */
export class TemplateFailed extends Error {
  readonly problem: TemplateProblem

  constructor(problem: TemplateProblem) {
    super(problem.message)
    this.name = 'TemplateFailed'
    this.problem = problem
  }
}

/** Reply of a thread that the processor left out: the request did nothing wrong. */
export const outOfTime = { isOutOfTime: true } as const

/** Templates of mails. */
export const templatesPort = port<Templates>('templates', { compile: 'leaves', render: 'leaves' })
