/** A small frame from a time on: a rectangle of an image. Seconds and pixels. */
export type StoryboardTile = { startSeconds: number; url: string; x: number; y: number; width: number; height: number }

const cue = /^(\d+):(\d\d):(\d\d(?:\.\d+)?) --> .*\n(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm

/** Reads a storyboard: a WebVTT track whose cues name rectangles of images. `base` is its own address. */
export function readStoryboard(text: string, base: string): StoryboardTile[] {
  return [...text.matchAll(cue)].map(([, hours, minutes, seconds, image = '', x, y, width, height]) => ({
    startSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    url: new URL(image, base).href,
    ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
  }))
}
