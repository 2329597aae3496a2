import { el } from '#audience/dom.ts'

/** A small picture of the video from a moment on: a rectangle of a larger picture. Seconds and pixels. */
export type Tile = { startSeconds: number; url: string; x: number; y: number; width: number; height: number }

const timeoutMs = 20_000
const cue = /^(\d+):(\d\d):(\d\d(?:\.\d+)?) --> .*\n(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm

/** Reads a storyboard: a WebVTT track whose cues are places in pictures. `base` is its own address. */
export function readStoryboard(text: string, base: string): Tile[] {
  return [...text.matchAll(cue)].map(([, hours, minutes, seconds, picture = '', x, y, width, height]) => ({
    startSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    url: new URL(picture, base).href,
    ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
  }))
}

/** Fetches a storyboard. None where there is none to be had: a bar works without. */
export async function loadStoryboard(path: string): Promise<Tile[]> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? readStoryboard(await response.text(), response.url) : []
  } catch {
    return []
  }
}

/** The picture of this moment, to be shown; undefined where there is none. */
export function pictureAt(tiles: readonly Tile[], seconds: number): HTMLElement | undefined {
  const tile = tiles.findLast(({ startSeconds }) => startSeconds <= seconds)
  if (tile === undefined) return undefined
  const { url, x, y, width, height } = tile
  const picture = el('i', { class: 'tile' })
  Object.assign(picture.style, {
    ...{ width: `${width}px`, height: `${height}px` },
    background: `url(${JSON.stringify(url)}) ${-x}px ${-y}px`,
  })
  return picture
}
