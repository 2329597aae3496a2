import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Problem } from '#kit/call/problem.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { template, type Template } from './template.ts'
import { compileTexts } from './templateCompile.ts'
import { rewrite, textsOf } from './templateRewrite.ts'
import { findVersion } from './templateVersions.ts'

const pageMax = 100

/** Compiles the templates in a layout after a change of it: each one whose mail differs has a new version. */
export const followLayout = outboundTask(
  'marketing.template.followLayout',
  'Compiles the templates in a layout that changed.',
  Type.Object({ layoutId: Type.String() }),
  async (ctx, { layoutId }) => {
    let after: string | null = null
    for (;;) {
      const rows: { id: string }[] = await ctx.db.rows(pageInLayout, [
        ctx.account.id,
        rowId('tpl', layoutId),
        after,
        pageMax,
      ])
      for (const { id } of rows) await follow(ctx, encodeId(template.prefix, ctx.account.id, id))
      after = rows.at(-1)?.id ?? null
      if (rows.length < pageMax) return
    }
  },
)

async function follow(ctx: Ctx, id: string): Promise<void> {
  const record = await ctx.store.find(template, id)
  if (record === undefined) return
  const compiled = await compiledOf(ctx, record)
  const current = await findVersion(ctx, rowId('tpl', id), record.currentVersion)
  // A repeated run finds the version of the former one.
  if (compiled === undefined || (current?.html === compiled.html && current.text === compiled.text)) return
  await ctx.atomic((inner) => rewrite(inner, { id, patch: {}, options: {}, compiled, basedOn: record.version }))
}

/** Undefined for texts that do not fit the layout: they keep their version. */
async function compiledOf(ctx: Ctx, record: Template) {
  try {
    return await compileTexts(ctx, textsOf(record))
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return undefined
    throw error
  }
}

const pageInLayout = statement(
  'marketing_template.pageInLayout',
  'account',
  `select id from marketing_template where account_id = $1 and layout_id = $2 and deleted_at is null
     and ($3::uuid is null or id > $3) order by id limit $4`,
)
