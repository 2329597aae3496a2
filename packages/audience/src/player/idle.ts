import { on } from '#audience/dom.ts'

const idleAfterMs = 2_600

/**
 * Marks the player as idle (`data-idle`) during playback without input, which hides control bar and pointer. Returns a
 * function that shows them again.
 */
export function hideWhenIdle(root: HTMLElement, video: HTMLVideoElement): () => void {
  let timer: number | undefined
  const isBusy = () => video.paused || root.querySelector('.sheet:not([hidden]), :focus-visible') !== null
  const wake = () => {
    delete root.dataset['idle']
    window.clearTimeout(timer)
    timer = window.setTimeout(sleep, idleAfterMs)
  }
  const sleep = () => {
    if (isBusy()) wake()
    else root.dataset['idle'] = ''
  }
  for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown']) on(root, type, wake)
  for (const type of ['play', 'pause']) on(video, type, wake)
  on(root, 'pointerleave', () => {
    if (!isBusy()) root.dataset['idle'] = ''
  })
  wake()
  return wake
}
