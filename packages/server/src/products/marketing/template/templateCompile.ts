import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import {
  TemplateFailed,
  templatesPort,
  type CompiledTemplate,
  type RenderedTemplate,
  type TemplateProblem,
  type TemplateSource,
} from '#platform/templates/templatesPort.ts'
import { template, type Template } from './template.ts'

/** Refusal of a template that cannot be compiled or rendered. */
export const templateError = reason(
  'invalid_request',
  'template_error',
  'The template has mistakes: each field names one, details.problems their lines and columns.',
)

/** Texts of a template, stored or sent. */
export type Texts = Pick<Template, 'format' | 'body'> &
  Partial<Pick<Template, 'subject' | 'preheader' | 'textBody' | 'layoutId'>>

/** Compiles texts. Throws template_error, and invalid for an unknown layout. Call outside a transaction. */
export async function compileTexts(ctx: Ctx, texts: Texts): Promise<CompiledTemplate> {
  const layout = await layoutOf(ctx, texts.layoutId ?? null)
  const source: TemplateSource = {
    format: texts.format,
    body: texts.body,
    subject: texts.subject ?? null,
    preheader: texts.preheader ?? null,
    textBody: texts.textBody ?? null,
    layout,
  }
  const made = await ctx.port(templatesPort).compile(source)
  if ('compiled' in made) return made.compiled
  throw errorOf(made.problems)
}

/** Renders a compiled template. Throws template_error. */
export function renderTexts(
  ctx: Ctx,
  compiled: Pick<CompiledTemplate, 'subject' | 'preheader' | 'html' | 'text'>,
  data: object,
): RenderedTemplate {
  try {
    return ctx.port(templatesPort).render(compiled, data)
  } catch (error) {
    if (error instanceof TemplateFailed) throw errorOf([error.problem])
    throw error
  }
}

function errorOf(problems: readonly TemplateProblem[]) {
  const fields = problems.map(({ path, message, line }) =>
    field(path, 'template', line === null ? message : `line ${line}: ${message}`),
  )
  return problem(templateError, { fields, details: { problems } })
}

async function layoutOf(ctx: Ctx, layoutId: string | null) {
  if (layoutId === null) return null
  const found = await ctx.store.find(template, layoutId)
  if (found?.type === 'page') return { format: found.format, body: found.body }
  const message = found === undefined ? 'refers to something that does not exist' : 'must be a template of type page'
  throw invalid(field('layoutId', 'reference', message))
}
