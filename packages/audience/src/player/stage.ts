import { el, on, setAttribute } from '#audience/dom.ts'
import { icon } from '#audience/icons.ts'
import type { Playback } from '#audience/playback.ts'
import { makeScene, type Scene } from './scene.ts'

/** The video element with its overlays. */
export type Stage = {
  elements: readonly HTMLElement[]
  video: HTMLVideoElement
  scene: Scene
  /** Sets poster, slate and name from the state of the video. */
  dress(state: Playback): void
  /** Shows or hides poster, slate and spinner. */
  update(now: { isAway: boolean; hasFrame: boolean }): void
  /** Offers to unmute, after the browser allowed muted autoplay only. */
  offerUnmute(): void
}

const spinnerAfterMs = 400

/** Makes the stage within `root`. */
export function makeStage(root: HTMLElement): Stage {
  const video = el('video', { playsinline: true, preload: 'metadata', tabindex: '-1' })
  const scene = makeScene(root)
  const poster = imageOf('poster')
  const slateImage = imageOf('slate-image')
  const slate = el('div', { class: 'slate', role: 'status', hidden: true }, slateImage, slateWords())
  const spinner = el('div', { class: 'spinner', hidden: true })
  const unmute = el('button', { type: 'button', class: 'unmute', hidden: true }, icon('mute'), 'Tap for audio')
  let starvedSinceMs: number | undefined
  on(unmute, 'click', () => (video.muted = false))
  on(video, 'volumechange', () => {
    if (!video.muted) unmute.hidden = true
  })
  return {
    elements: [video, poster, slate, spinner, scene.element, unmute],
    video,
    scene,
    offerUnmute: () => (unmute.hidden = false),
    dress(state) {
      setImage(poster, state.posterUrl)
      setImage(slateImage, state.slateUrl)
      setAttribute(video, 'aria-label', state.title ?? 'Video')
    },
    update({ isAway, hasFrame }) {
      const isStarved = isStarving(video)
      starvedSinceMs = isStarved ? (starvedSinceMs ?? performance.now()) : undefined
      const isLong = starvedSinceMs !== undefined && performance.now() - starvedSinceMs > spinnerAfterMs
      slate.hidden = !(isAway && isLong)
      spinner.hidden = !isLong || isAway || scene.kind() !== undefined
      poster.hidden = hasFrame || poster.dataset['src'] === undefined
    },
  }
}

/** Whether a playing video has no data for the next frame. */
export function isStarving(video: HTMLVideoElement): boolean {
  return !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
}

function slateWords(): HTMLElement {
  return el(
    'div',
    { class: 'panel' },
    el('p', { class: 'panel-title' }, 'One moment'),
    el('p', {}, 'The stream is interrupted. It continues here by itself.'),
  )
}

/** An image that disappears when it cannot be loaded. */
function imageOf(name: string): HTMLImageElement {
  const image = el('img', { class: name, alt: '', hidden: true })
  on(image, 'error', () => {
    delete image.dataset['src']
    image.hidden = true
  })
  return image
}

function setImage(image: HTMLImageElement, url: string | null): void {
  if (url === null) {
    delete image.dataset['src']
    image.removeAttribute('src')
    image.hidden = true
  } else if (image.dataset['src'] !== url) {
    image.dataset['src'] = url
    image.src = url
    image.hidden = false
  }
}
