import { LRUCache } from 'lru-cache'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { InnerList, Key } from '#kit/nouns/innerList.ts'
import type { CompiledTemplate, CompiledTexts } from '#platform/templates/templatesPort.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Template } from './template.ts'
import type { Variable } from './templateVariables.ts'

/** A compiled version. */
export type Version = CompiledTexts & { links: readonly string[]; variables: readonly Variable[] }

const keptMax = 200

/** Keeps a version; it never changes. Call inside `ctx.atomic`, with the write of the template. */
export async function keepVersion(ctx: Ctx, of: Template, { html, text, links }: CompiledTemplate): Promise<void> {
  const own = [ctx.account.id, rowId('tpl', of.id), of.currentVersion, ctx.now().toISOString()]
  const source = [of.format, of.subject, of.preheader, of.body, of.textBody]
  await ctx.db.rows(insertVersion, [...own, ...source, html, text, links, JSON.stringify(of.variables)])
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
  // cast: written by keepVersion alone.
  return { subject, preheader, html, text, links, variables: row.variables as Variable[] }
}

const insertVersion = statement(
  'marketing_template_version.insert',
  'account',
  `insert into marketing_template_version (account_id, template_id, number, created_at, format, subject, preheader,
     body, text_body, compiled_html, compiled_text, links, variables)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

const readVersion = statement(
  'marketing_template_version.read',
  'account',
  `select subject, preheader, compiled_html, compiled_text, links, variables from marketing_template_version
   where account_id = $1 and template_id = $2 and number = $3`,
)

/** The source of a version; undefined for an unknown one. */
export async function sourceOf(ctx: Ctx, templateUuid: string, number: number) {
  const [row] = await ctx.db.rows(readSource, [ctx.account.id, templateUuid, number])
  if (row === undefined) return undefined
  // cast: written by keepVersion alone, in formats of the resource.
  const [format, variables] = [row.format as Template['format'], row.variables as Variable[]]
  return { format, subject: row.subject, preheader: row.preheader, body: row.body, textBody: row.text_body, variables }
}

/** Versions of a template, the newest first. */
export function versionsOf(ctx: Ctx, templateId: string): InnerList<ListedVersion> {
  return {
    name: `versions ${templateId}`,
    async read([before] = afterAll, most) {
      const rows = await ctx.db.rows(readVersions, [ctx.account.id, rowId('tpl', templateId), before, most])
      return rows.map(({ number, created_at, format, subject, bytes }) => ({
        version: number,
        createdAt: created_at,
        // cast: written by keepVersion alone, in formats of the resource.
        format: format as Template['format'],
        subject,
        bytes,
      }))
    },
    keysOf: ({ version }) => [version],
  }
}

type ListedVersion = {
  version: number
  createdAt: string
  format: Template['format']
  subject: string | null
  bytes: number
}

/** Keys after those of any version; a version is a positive integer of four bytes. */
const afterAll: readonly Key[] = [2_147_483_647]

const readSource = statement(
  'marketing_template_version.source',
  'account',
  `select format, subject, preheader, body, text_body, variables from marketing_template_version
   where account_id = $1 and template_id = $2 and number = $3`,
)

const readVersions = statement(
  'marketing_template_version.list',
  'account',
  `select number, created_at, format, subject, octet_length(coalesce(compiled_html, compiled_text)) as bytes
   from marketing_template_version where account_id = $1 and template_id = $2 and number < $3
   order by number desc limit $4`,
)
