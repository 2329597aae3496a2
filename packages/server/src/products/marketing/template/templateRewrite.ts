import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import type { CompiledTemplate } from '#platform/templates/templatesPort.ts'
import { template, type Template } from './template.ts'
import type { Texts } from './templateCompile.ts'
import { keepVersion } from './templateVersions.ts'

/** A change of a template. `compiled`: its new texts, where they change. */
export type Writing = {
  id: string
  patch: Patch<typeof template>
  options: { ifVersion?: number; action?: string }
  compiled: CompiledTemplate | undefined
  /** Version of the record whose texts were compiled. */
  basedOn: number
}

/** Changes a template; new texts make a version. Throws write_contended. Call inside `ctx.atomic`. */
export async function rewrite(ctx: Ctx, { id, patch, options, compiled, basedOn }: Writing): Promise<Template> {
  if (compiled === undefined) return ctx.store.update(template, id, { ...options, patch })
  const { usedVariables, warnings } = compiled
  const record = await ctx.store.update(template, id, ({ currentVersion, version }) => {
    // The texts were compiled with those that stood before: another writer came in between.
    if (version !== basedOn) throw problem(reasons.writeContended)
    return { ...options, patch: { ...patch, currentVersion: currentVersion + 1, usedVariables, warnings } }
  })
  await keepVersion(ctx, record, compiled)
  return record
}

/** The texts of a template, to compile. */
export function textsOf(of: Draft<typeof template> | Template): Texts {
  const { format, body, subject = null, preheader = null, textBody = null, layoutId = null } = of
  return { format, body, subject, preheader, textBody, layoutId }
}
