import { LRUCache } from 'lru-cache'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { CompiledTemplate } from '#platform/templates/templatesPort.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Template } from './template.ts'

/** A compiled version. */
export type Version = Pick<CompiledTemplate, 'subject' | 'preheader' | 'html' | 'text'> & { links: readonly string[] }

const keptMax = 200

/** Keeps a version; it never changes. Call inside `ctx.atomic`, with the write of the template. */
export async function keepVersion(ctx: Ctx, of: Template, { html, text, links }: CompiledTemplate): Promise<void> {
  const own = [ctx.account.id, rowId('tpl', of.id), of.currentVersion, ctx.now().toISOString()]
  const source = [of.format, of.subject, of.preheader, of.body, of.textBody]
  await ctx.db.rows(insertVersion, [...own, ...source, html, text, links])
}

/** Reads a version by row id of its template; undefined for an unknown one. The process keeps the newest 200. */
export async function findVersion(ctx: Ctx, templateUuid: string, number: number): Promise<Version | undefined> {
  const kept = ctx.memory('marketing.templateVersions', () => new LRUCache<string, Version>({ max: keptMax }))
  const key = `${ctx.account.id} ${templateUuid} ${number}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const [row] = await ctx.db.rows(readVersion, [ctx.account.id, templateUuid, number])
  if (row === undefined) return undefined
  const version = versionOf(row)
  kept.set(key, version)
  return version
}

function versionOf(row: RowOf<typeof readVersion>): Version {
  const { subject, preheader, compiled_html: html, compiled_text: text, links } = row
  return { subject, preheader, html, text, links }
}

const insertVersion = statement(
  'marketing_template_version.insert',
  'account',
  `insert into marketing_template_version (account_id, template_id, number, created_at, format, subject, preheader,
     body, text_body, compiled_html, compiled_text, links) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)

const readVersion = statement(
  'marketing_template_version.read',
  'account',
  `select subject, preheader, compiled_html, compiled_text, links from marketing_template_version
   where account_id = $1 and template_id = $2 and number = $3`,
)
