import { line } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { field, invalid } from '#kit/call/problem.ts'

const tagsMax = 20
const tagLengthMax = 40

/** Longest text of all tags together, commas and spaces included. */
export const tagsLengthMax = 1000

/** The schema of tags: one text, parted by commas. */
export const tags = line(tagsLengthMax, {
  description: `Tags in one text, parted by commas: at most ${tagsMax} of ${tagLengthMax} characters each.`,
})

/** The tags of such a text as they are compared: folded, without repeats. */
export function tagList(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').map(foldName))].filter((tag) => tag !== '')
}

/** Throws invalid for too many tags, or too long ones. */
export function checkTags(text: string | null): void {
  const all = tagList(text)
  if (all.length > tagsMax) throw invalid(field('tags', 'maxItems', `must have at most ${tagsMax} tags`))
  if (all.some((tag) => tag.length > tagLengthMax)) {
    throw invalid(field('tags', 'maxLength', `must have at most ${tagLengthMax} characters per tag`))
  }
}
