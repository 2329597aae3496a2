import { field, problem, reason } from '#kit/call/problem.ts'
import { writeVtt } from './vtt.ts'

/** A titled part of a video, from its start until the next chapter begins. */
export type Chapter = { startSeconds: number; title: string }

/** Chapters do not begin at 0 or are not in ascending order. */
export const chaptersUnordered = reason(
  'invalid_request',
  'chapters_unordered',
  'The first chapter must begin at 0, and each later one after the one before.',
)

/** Length of the last chapter: the end of the video is unknown here, so the cue lasts a day. */
const lastChapterMs = 86_400_000

/** Throws chapters_unordered, naming the first chapter that is out of order. */
export function checkChapters(chapters: readonly Chapter[]): void {
  const wrong = chapters.findIndex((chapter, index) => {
    const before = chapters[index - 1]
    return before === undefined ? chapter.startSeconds !== 0 : chapter.startSeconds <= before.startSeconds
  })
  if (wrong < 0) return
  const message = wrong === 0 ? 'must be 0 for the first chapter' : 'must be later than the chapter before'
  throw problem(chaptersUnordered, { fields: [field(`/chapters/${wrong}/startSeconds`, 'order', message)] })
}

/** The chapters of a sheet as a WebVTT file of kind `chapters`. */
export function chaptersVtt(sheet: { chapters: readonly Chapter[] }): string {
  return writeVtt(
    sheet.chapters.map((chapter, index) => {
      const startMs = Math.round(chapter.startSeconds * 1000)
      const next = sheet.chapters[index + 1]
      const endMs = next === undefined ? startMs + lastChapterMs : Math.round(next.startSeconds * 1000)
      return { startMs, endMs, settings: '', text: [escaped(chapter.title)] }
    }),
  )
}

/** Text with the characters escaped that WebVTT would read as a tag. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
