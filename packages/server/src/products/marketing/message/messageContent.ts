import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Problem } from '#kit/call/problem.ts'
import { digestUuid } from '#platform/secrets/digestUuid.ts'
import type { TemplateFormat } from '#platform/templates/templatesPort.ts'
import { compileTexts } from '#products/marketing/template/templateCompile.ts'
import { findVersion, type Version } from '#products/marketing/template/templateVersions.ts'

/** Texts that belong to no template. */
export type InlineContent = {
  format?: string | undefined
  subject?: string | null | undefined
  preheader?: string | null | undefined
  body?: string | null | undefined
  text?: string | null | undefined
}

/** Where the texts of a message stand. */
export type ContentPlace = { templateId: string | null; templateVersion: number | null; contentId: string | null }

const keptMax = 200
const freshMs = 1_000

const formats: Readonly<Record<string, TemplateFormat>> = {
  mjml: 'mjml',
  html: 'html',
  markdown: 'markdown',
  text: 'text',
}

/**
 * Keeps texts under the digest of their source. They are compiled again where that failed: a busy machine may
 * have been the cause. Returns the row id. Call inside `ctx.atomic`.
 */
export async function keepContent(
  ctx: Ctx,
  { format, subject, preheader, body, text }: InlineContent,
): Promise<string> {
  const source = [formats[format ?? ''] ?? 'markdown', subject ?? null, preheader ?? null, body ?? '', text ?? null]
  const id = digestUuid(JSON.stringify(source))
  await ctx.db.rows(insertContent, [ctx.account.id, id, ctx.now().toISOString(), ...source])
  return id
}

/**
 * The compiled texts of a message. Those of no template are compiled with the first message. Throws template_error, and
 * undefined where the template or its version is gone. Call outside a transaction.
 */
export async function contentOf(ctx: Ctx, place: ContentPlace): Promise<Version | undefined> {
  const { templateId, templateVersion, contentId } = place
  if (contentId !== null) return inlineContent(ctx, contentId)
  if (templateId === null) return undefined
  const number = templateVersion ?? (await currentVersion(ctx, templateId))
  return number === undefined ? undefined : findVersion(ctx, templateId, number)
}

/** Read again after a second: mails that leave side by side share it. */
async function currentVersion(ctx: Ctx, templateUuid: string): Promise<number | undefined> {
  const make = () => new LRUCache<string, number>({ max: keptMax, ttl: freshMs })
  const kept = ctx.memory('marketing.currentVersions', make)
  const key = `${ctx.account.id} ${templateUuid}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const [row] = await ctx.db.rows(readCurrent, [ctx.account.id, templateUuid])
  if (row !== undefined) kept.set(key, row.current_version)
  return row?.current_version
}

/** Texts of no template: their id is the digest of their source, so that what is compiled never changes. */
async function inlineContent(ctx: Ctx, id: string): Promise<Version | undefined> {
  const kept = ctx.memory('marketing.contents', () => new LRUCache<string, Version>({ max: keptMax }))
  const key = `${ctx.account.id} ${id}`
  const version = kept.get(key) ?? (await compiledContent(ctx, id))
  if (version !== undefined) kept.set(key, version)
  return version
}

async function compiledContent(ctx: Ctx, id: string): Promise<Version | undefined> {
  const [row] = await ctx.db.rows(readContent, [ctx.account.id, id])
  if (row === undefined) return undefined
  const { subject, preheader, compiled_html: html, compiled_text: text, problem } = row
  if (problem !== null) throw new Error(problem)
  if (text !== null) return { subject, preheader, html, text, links: [], variables: [] }
  try {
    const texts = {
      format: formats[row.format] ?? 'markdown',
      body: row.body,
      subject,
      preheader,
      textBody: row.text_body,
    }
    const compiled = await compileTexts(ctx, texts)
    await ctx.db.rows(setCompiled, [ctx.account.id, id, compiled.html, compiled.text, null])
    return { subject, preheader, html: compiled.html, text: compiled.text, links: compiled.links, variables: [] }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    const message = error.fields.map((each) => `${each.path} ${each.message}`).join('; ')
    await ctx.db.rows(setCompiled, [ctx.account.id, id, null, null, message.slice(0, 500)])
    throw error
  }
}

const insertContent = statement(
  'marketing_content.insert',
  'account',
  `with again as (
     update marketing_content set problem = null where account_id = $1 and id = $2 and problem is not null)
   insert into marketing_content (account_id, id, created_at, format, subject, preheader, body, text_body)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account_id, id) do nothing`,
)

const readContent = statement(
  'marketing_content.read',
  'account',
  `select format, subject, preheader, body, text_body, compiled_html, compiled_text, problem from marketing_content
   where account_id = $1 and id = $2`,
)

const setCompiled = statement(
  'marketing_content.compile',
  'account',
  `update marketing_content set compiled_html = $3, compiled_text = $4, problem = $5 where account_id = $1 and id = $2`,
)

const readCurrent = statement(
  'marketing_template.current',
  'account',
  'select current_version from marketing_template where account_id = $1 and id = $2 and deleted_at is null',
)
