import type { OutputOf } from '#console/app/client.ts'
import type { Draft } from '#console/parts/form/drafts.ts'
import { conflictsOf } from '#console/parts/form/formValues.ts'

/** A template as the editor reads it. */
export type Template = OutputOf<'marketing.template.get'>
/** Texts in the editor; empty ones are missing in the template. */
export type Texts = { subject: string; preheader: string; body: string }

/** The texts of a template. */
export function textsOf({ subject, preheader, body }: Pick<Template, keyof Texts>): Texts {
  return { subject: subject ?? '', preheader: preheader ?? '', body }
}

/** Whether two texts are the same. */
export function isSame(one: Texts, other: Texts): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The version that texts in the editor began with: the present one, unless a draft of an earlier visit changes texts
 * that others have changed since. The server refuses to save over a newer version than that.
 */
export function baseOf(template: Template, kept: Draft | undefined): Template {
  if (kept === undefined || kept.version === null) return template
  const isClash = conflictsOf(kept.base, kept.values, textsOf(template)).length > 0
  return isClash ? { ...template, ...kept.base, version: kept.version, currentVersion: 0 } : template
}
