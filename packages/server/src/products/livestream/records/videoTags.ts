import { line } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { field, invalid } from '#kit/call/problem.ts'

const tagsMax = 20
const tagLengthMax = 40

/** Maximum length of the text with all tags, commas and spaces included. */
export const tagsLengthMax = 1000

/** Schema of tags: one text, separated by commas. */
export const tags = line(tagsLengthMax, {
  description: `Tags in one text, parted by commas: at most ${tagsMax} of ${tagLengthMax} characters each.`,
})

/** Tags of a text in the form that is compared: folded, without repeats. */
export function tagList(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').map(foldName))].filter((tag) => tag !== '')
}

/** Tags of a text as they were typed, without repeats. */
export function tagWords(text: string | null): string[] {
  const words = (text ?? '').split(',').map((each) => each.trim())
  return [...new Map(words.map((each) => [foldName(each), each])).values()].filter((each) => each !== '')
}

/** Throws invalid for more than 20 tags, or a tag over 40 characters. */
export function checkTags(text: string | null): void {
  const all = tagList(text)
  if (all.length > tagsMax) throw invalid(field('tags', 'maxItems', `must have at most ${tagsMax} tags`))
  if (all.some((tag) => tag.length > tagLengthMax)) {
    throw invalid(field('tags', 'maxLength', `must have at most ${tagLengthMax} characters per tag`))
  }
}
