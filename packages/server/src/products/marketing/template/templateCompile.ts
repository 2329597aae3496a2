import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import {
  TemplateFailed,
  templatesPort,
  type CompiledTemplate,
  type CompiledTexts,
  type RenderedTemplate,
  type TemplateProblem,
  type TemplateSource,
} from '#platform/templates/templatesPort.ts'
import { feedData } from '#products/marketing/feed/feedData.ts'
import { template, type Template } from './template.ts'
import { templateError } from './templateErrors.ts'

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
  const made = await ctx.port(templatesPort).compile(ctx.account, source)
  if ('compiled' in made) return made.compiled
  throw errorOf(made.problems)
}

/** Renders a template, with items of feeds where it names them. Throws template_error. Call outside a transaction. */
export async function renderTexts(ctx: Ctx, compiled: CompiledTexts, data: object): Promise<RenderedTemplate> {
  try {
    const feeds = await feedData(ctx, compiled)
    return await ctx.port(templatesPort).render(ctx.account, compiled, { ...feeds, ...data })
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
