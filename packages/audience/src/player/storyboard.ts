import { el } from '#audience/dom.ts'

/** A small frame from a time on: a rectangle of the storyboard image. Seconds and pixels. */
export type Tile = { startSeconds: number; url: string; x: number; y: number; width: number; height: number }

const timeoutMs = 20_000
const cue = /^(\d+):(\d\d):(\d\d(?:\.\d+)?) --> .*\n(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm

/** Reads a storyboard: a WebVTT track whose cues name rectangles of images. `base` is its own address. */
export function readStoryboard(text: string, base: string): Tile[] {
  return [...text.matchAll(cue)].map(([, hours, minutes, seconds, image = '', x, y, width, height]) => ({
    startSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    url: new URL(image, base).href,
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }))
}

/** The small frames of a video, fetched when the viewer reaches for the control bar. */
export type Storyboard = {
  set(path: string | null): void
  load(): Promise<void>
  /** The frame of this time as an element; undefined while there is none. */
  tileAt(seconds: number): HTMLElement | undefined
}

/** Makes an empty storyboard. */
export function makeStoryboard(): Storyboard {
  let path: string | null = null
  let tiles: readonly Tile[] | undefined
  return {
    set(given) {
      if (given !== path) tiles = undefined
      path = given
    },
    async load() {
      if (tiles !== undefined || path === null) return
      tiles = []
      const requested = path
      const loaded = await fetchTiles(requested)
      if (requested === path) tiles = loaded
    },
    tileAt(seconds) {
      const tile = tiles?.findLast(({ startSeconds }) => startSeconds <= seconds)
      return tile && elementOf(tile)
    },
  }
}

/** Fetches tiles; none when the request fails, since the control bar works without them. */
async function fetchTiles(path: string): Promise<Tile[]> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? readStoryboard(await response.text(), response.url) : []
  } catch {
    return []
  }
}

function elementOf({ url, x, y, width, height }: Tile): HTMLElement {
  const element = el('i', { class: 'tile' })
  Object.assign(element.style, {
    width: `${width}px`,
    height: `${height}px`,
    background: `url(${JSON.stringify(url)}) ${-x}px ${-y}px`,
  })
  return element
}
