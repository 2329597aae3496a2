import { el, on, setAttribute } from '#audience/dom.ts'
import { icon } from '#audience/icons.ts'
import type { Playback } from '#audience/playback.ts'
import { makeScene, type Scene } from './scene.ts'

/** The video element with its overlays. */
export type Stage = {
  elements: readonly HTMLElement[]
  video: HTMLVideoElement
  scene: Scene
  /** Takes poster, slate and name from what the server says. */
  dress(state: Playback): void
  /** Shows what a viewer has to know at this moment. */
  update(now: { isAway: boolean; hasPicture: boolean }): void
  /** Offers to unmute, after the browser allowed muted autoplay only. */
  offerSound(): void
}

const spinnerAfterMs = 400

/** Makes the stage; `root` fills its page or a part of it. */
export function makeStage(root: HTMLElement): Stage {
  const video = el('video', { playsinline: true, preload: 'metadata', tabindex: '-1' })
  const scene = makeScene(root)
  const poster = picture('poster')
  const slatePicture = picture('slate-picture')
  const slate = el('div', { class: 'slate', role: 'status', hidden: true }, slatePicture, slateWords())
  const spinner = el('div', { class: 'spinner', hidden: true })
  const sound = el('button', { type: 'button', class: 'sound', hidden: true }, icon('mute'), 'Tap for audio')
  let starvedSinceMs: number | undefined
  on(sound, 'click', () => (video.muted = false))
  on(video, 'volumechange', () => {
    if (!video.muted) sound.hidden = true
  })
  return {
    elements: [video, poster, slate, spinner, scene.element, sound],
    video,
    scene,
    offerSound: () => (sound.hidden = false),
    dress(state) {
      setPicture(poster, state.posterUrl)
      setPicture(slatePicture, state.slateUrl)
      setAttribute(video, 'aria-label', state.title ?? 'Video')
    },
    update({ isAway, hasPicture }) {
      const isStarved = isStarving(video)
      starvedSinceMs = isStarved ? (starvedSinceMs ?? performance.now()) : undefined
      const isLong = starvedSinceMs !== undefined && performance.now() - starvedSinceMs > spinnerAfterMs
      slate.hidden = !(isAway && isLong)
      spinner.hidden = !isLong || isAway || scene.kind() !== undefined
      poster.hidden = hasPicture || poster.dataset['src'] === undefined
    },
  }
}

/** Whether it wants to play and has nothing to show. */
export function isStarving(video: HTMLVideoElement): boolean {
  return !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
}

function slateWords(): HTMLElement {
  return el(
    'div',
    { class: 'panel' },
    el('p', { class: 'panel-title' }, 'One moment'),
    el('p', {}, 'The stream is interrupted. It goes on here by itself.'),
  )
}

/** An image that disappears when it cannot be loaded. */
function picture(name: string): HTMLImageElement {
  const image = el('img', { class: name, alt: '', hidden: true })
  on(image, 'error', () => {
    delete image.dataset['src']
    image.hidden = true
  })
  return image
}

function setPicture(image: HTMLImageElement, url: string | null): void {
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
