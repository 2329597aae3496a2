import { isLive, type Playback } from '#audience/playback.ts'
import type { Deck } from '#audience/player/deck.ts'

/** Longest time for which a product is marked, in seconds. */
const productSecondsMax = 60
const everyMs = 500

/** Marks the chapter and the product of the current moment, in the lists beside the player. */
export function markMoments(deck: Deck, state: () => Playback): void {
  window.setInterval(() => {
    const position = deck.engine() === undefined ? undefined : positionOf(deck, state())
    mark('.chapters a[data-start]', { name: 'start', secondsMax: Infinity }, position)
    mark('.products [data-at]', { name: 'at', secondsMax: productSecondsMax }, position)
  }, everyMs)
}

/** Seconds since the start of the video, or of the live session; undefined while that is unknown. */
function positionOf(deck: Deck, state: Playback): number | undefined {
  if (!isLive(state)) return deck.video.currentTime
  const at = deck.engine()?.programTime()?.getTime()
  return at === undefined || state.startedAt === null ? undefined : (at - Date.parse(state.startedAt)) / 1000
}

/** The attribute with the moment of an element, and how long the element is marked. */
type Moment = { name: 'start' | 'at'; secondsMax: number }

/** Marks the last element whose moment has come. */
function mark(selector: string, { name, secondsMax }: Moment, position: number | undefined): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  const passed = all.filter((each) => position !== undefined && Number(each.dataset[name]) <= position)
  const latest = Math.max(...passed.map((each) => Number(each.dataset[name])))
  const isNow = (each: HTMLElement) => Number(each.dataset[name]) === latest && (position ?? 0) - latest <= secondsMax
  for (const each of all) {
    if (!isNow(each)) each.removeAttribute('aria-current')
    else if (!each.hasAttribute('aria-current')) bringIntoView(each)
  }
}

/** Marks an element, and scrolls its list to it; the page itself stays where the viewer reads. */
function bringIntoView(element: HTMLElement): void {
  element.setAttribute('aria-current', 'true')
  const list = element.closest('ul')
  if (list === null) return
  const [left, top] = [element.offsetLeft - list.offsetLeft, element.offsetTop - list.offsetTop]
  list.scrollTo({ left, top, behavior: 'smooth' })
}
