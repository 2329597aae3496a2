import { tagWords } from '#products/livestream/records/videoTags.ts'
import type { Details } from './details.ts'

/** Details that a page shows beside title and description. */
export type About = {
  tags: readonly string[]
  licence: string | null
  credits: readonly { role: string; name: string; url: string | null }[]
  links: readonly { label: string; url: string }[]
  customFields: Readonly<Record<string, string>>
}

/** Details of a target without any. */
export const nothingAbout: About = { tags: [], licence: null, credits: [], links: [], customFields: {} }

/** Details of the first sheet that has them, field by field. `own`: those of the record, for fields that none has. */
export function aboutOf(sheets: readonly Details[], own: Partial<About>): About {
  const credits = firstWith(sheets, (each) => each.credits)
  return {
    tags: firstWith(sheets, ({ tags }) => tagWords(tags)) ?? own.tags ?? [],
    licence: firstWith(sheets, ({ licence }) => licence) ?? null,
    credits: (credits ?? []).map(({ role, name, url = null }) => ({ role, name, url })),
    links: firstWith(sheets, ({ links }) => links) ?? own.links ?? [],
    customFields: sheets.find((each) => Object.keys(each.customFields).length > 0)?.customFields ?? {},
  }
}

/** The value of the first sheet that has one: neither null nor an empty text or list. */
export function firstWith<T extends string | readonly unknown[]>(
  sheets: readonly Details[],
  valueOf: (sheet: Details) => T | null,
): T | undefined {
  const isThere = (value: T | null): value is T => value !== null && value.length > 0
  return sheets.map(valueOf).find(isThere)
}
