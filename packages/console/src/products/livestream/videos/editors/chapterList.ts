/** A chapter while it is edited: start in milliseconds. */
export type EditedChapter = { key: number; startMs: number; title: string }

type Chapter = { startSeconds: number; title: string }

/** Chapters of a sheet for the editor. */
export function readChapters(chapters: readonly Chapter[]): readonly EditedChapter[] {
  return chapters.map(({ startSeconds, title }, key) => ({ key, startMs: Math.round(startSeconds * 1000), title }))
}

/** Chapters for the API, in the order of their starts. */
export function writeChapters(chapters: readonly EditedChapter[]): Chapter[] {
  const ordered = chapters.toSorted((a, b) => a.startMs - b.startMs)
  return ordered.map(({ startMs, title }) => ({ startSeconds: startMs / 1000, title: title.trim() }))
}

/** Adds a chapter at a time. The first chapter of a video begins at 0, wherever the player stands. */
export function withChapterAt(chapters: readonly EditedChapter[], ms: number): readonly EditedChapter[] {
  const key = chapters.reduce((most, each) => Math.max(most, each.key + 1), 0)
  const startMs = chapters.length === 0 ? 0 : Math.max(0, Math.round(ms))
  return [...chapters, { key, startMs, title: '' }].toSorted((a, b) => a.startMs - b.startMs)
}

/** Replaces fields of one chapter, which takes its place in the order. */
export function withChapterChange(
  chapters: readonly EditedChapter[],
  key: number,
  fields: Partial<EditedChapter>,
): readonly EditedChapter[] {
  const changed = chapters.map((each) => (each.key === key ? { ...each, ...fields } : each))
  return changed.toSorted((a, b) => a.startMs - b.startMs)
}

/**
 * Faults of a chapter. first: none begins at 0. order: two begin together. title: no words. beyond: none can reach it.
 * The server refuses all but the last.
 */
export type ChapterFault = 'first' | 'order' | 'title' | 'beyond'

/** Faults by key. `durationMs`: length of the video, where it is known. */
export function chapterFaults(
  chapters: readonly EditedChapter[],
  durationMs: number | undefined,
): ReadonlyMap<number, ChapterFault> {
  const ordered = chapters.toSorted((a, b) => a.startMs - b.startMs)
  return new Map(
    ordered.flatMap(({ key, startMs, title }, at): [number, ChapterFault][] => {
      if (at === 0 && startMs !== 0) return [[key, 'first']]
      if (at > 0 && startMs === ordered[at - 1]?.startMs) return [[key, 'order']]
      if (durationMs !== undefined && startMs >= durationMs) return [[key, 'beyond']]
      return title.trim() === '' ? [[key, 'title']] : []
    }),
  )
}
