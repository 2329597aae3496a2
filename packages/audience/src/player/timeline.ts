import { el, on, setAttribute } from '#audience/dom.ts'
import type { Playback } from '#audience/playback.ts'
import { clockText, spokenTime } from '#audience/time.ts'
import type { Deck, Range } from './deck.ts'
import { bufferedEnd } from './following.ts'
import { makeStoryboard } from './storyboard.ts'

/** The time line: it shows the position, and the viewer seeks in it. */
export type Timeline = {
  element: HTMLElement
  update(): void
  set(state: Pick<Playback, 'chapters' | 'storyboardUrl'>): void
}

/** Length of a live window from which on viewers can seek in it. */
const windowSecondsMin = 20

/** Makes the time line of a deck. Arrow keys on it act as those of the player do, with the same steps. */
export function makeTimeline(deck: Deck): Timeline {
  const input = el('input', {
    type: 'range',
    class: 'seek',
    min: 0,
    max: 0,
    step: 'any',
    value: 0,
    'aria-label': 'Seek',
  })
  const marks = el('div', { class: 'marks' })
  const track = el('div', { class: 'track' }, el('i', { class: 'buffered' }), el('i', { class: 'played' }), marks)
  const preview = el('div', { class: 'preview', 'aria-hidden': true, hidden: true })
  const element = el('div', { class: 'timeline' }, track, input, preview)
  let chapters: Playback['chapters'] = []
  const storyboard = makeStoryboard()
  let isHeld = false
  /** Position of the pointer, in pixels of the page. */
  let pointerX = 0

  on(input, 'input', () => {
    isHeld = true
    draw(element, deck, Number(input.value))
    deck.seekTo(Number(input.value))
  })
  on(input, 'change', () => (isHeld = false))
  const showPreview = () => {
    const range = deck.range()
    const share = shareAt(track, pointerX)
    const at = range.start + share * (range.end - range.start)
    const tile = range.isLive ? undefined : storyboard.tileAt(at)
    preview.replaceChildren(tile ?? '', positionText(range, at), ...titleAt(chapters, range, at))
    preview.hidden = false
    element.style.setProperty('--at', String(share))
  }
  on(element, 'pointermove', (event) => {
    pointerX = event.clientX
    showPreview()
  })
  on(element, 'pointerleave', () => (preview.hidden = true))
  on(element, 'pointerenter', async () => {
    await storyboard.load()
    // The pointer may rest already when the storyboard arrives.
    if (!preview.hidden) showPreview()
  })

  return {
    element,
    set(state) {
      chapters = state.chapters
      storyboard.set(state.storyboardUrl)
      marks.replaceChildren()
      this.update()
    },
    update() {
      const range = deck.range()
      const isUseful = range.end - range.start >= (range.isLive ? windowSecondsMin : 0.5)
      element.hidden = !isUseful
      if (!isUseful || isHeld) return
      setAttribute(input, 'min', range.start.toFixed(2))
      setAttribute(input, 'max', range.end.toFixed(2))
      input.value = String(range.position)
      setAttribute(input, 'aria-valuetext', spokenPosition(range))
      draw(element, deck, range.position)
      if (marks.childElementCount === 0 && !range.isLive) drawMarks(marks, chapters, range.end)
    },
  }
}

function draw(element: HTMLElement, deck: Deck, position: number): void {
  const { start, end } = deck.range()
  const share = (at: number) => String(Math.min(1, Math.max(0, (at - start) / (end - start || 1))))
  element.style.setProperty('--played', share(position))
  element.style.setProperty('--buffered', share(bufferedEnd(deck.video)))
}

function drawMarks(marks: HTMLElement, chapters: Playback['chapters'], duration: number): void {
  for (const { startSeconds } of chapters) {
    if (startSeconds <= 0 || startSeconds >= duration) continue
    const mark = el('i')
    mark.style.setProperty('--at', String(startSeconds / duration))
    marks.append(mark)
  }
}

function shareAt(track: HTMLElement, clientX: number): number {
  const { left, width } = track.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / (width || 1)))
}

function positionText(range: Range, at: number): string {
  return range.isLive ? `-${clockText(range.end - at)}` : clockText(at)
}

function titleAt(chapters: Playback['chapters'], range: Range, at: number): Node[] {
  const found = range.isLive ? undefined : chapters.findLast(({ startSeconds }) => startSeconds <= at)
  return found === undefined ? [] : [el('span', {}, found.title)]
}

function spokenPosition(range: Range): string {
  if (range.isLive) {
    const behind = range.end - range.position
    return behind < 1 ? 'live' : `${spokenTime(behind)} behind live`
  }
  return `${spokenTime(range.position)} of ${spokenTime(range.end)}`
}
