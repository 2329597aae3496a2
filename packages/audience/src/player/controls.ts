import { el, on, setAttribute, setText } from '#audience/dom.ts'
import { icon, type IconName } from '#audience/icons.ts'
import { clockText } from '#audience/time.ts'
import type { Texts } from './captions.ts'
import type { Deck } from './deck.ts'
import { makeSettings } from './settings.ts'
import { makeTimeline, type Timeline } from './timeline.ts'

/** The control bar. */
export type Controls = { element: HTMLElement; timeline: Timeline; update(): void; closeSheet(): void }

/** Targets of the control bar, and further buttons. */
export type ControlParts = { deck: Deck; texts: Texts; root: HTMLElement; extra: readonly HTMLElement[] }

/** A button of the control bar. `key`: the key with the same effect. */
export function toolButton(name: string, drawing: IconName, key?: string): HTMLButtonElement {
  const label = key === undefined ? name : `${name} (${key})`
  return el('button', { type: 'button', class: 'tool', 'aria-label': name, title: label }, icon(drawing))
}

/** Makes the control bar of a deck. */
export function makeControls({ deck, texts, root, extra }: ControlParts): Controls {
  const timeline = makeTimeline(deck)
  const settings = makeSettings(deck, texts)
  const parts = [playButton(deck), muteButton(deck), volumeSlider(deck), timeText(deck), liveButton(deck)]
  const rest = [captionsButton(texts), settings, insetButton(deck), fullscreenButton(root, deck.video)]
  const row = el(
    'div',
    { class: 'row' },
    ...parts.map(({ element }) => element),
    el('span', { class: 'gap' }),
    ...extra,
    ...rest.map(({ element }) => element),
  )
  const element = el('div', { class: 'controls' }, timeline.element, row)
  return {
    element,
    timeline,
    closeSheet: settings.close,
    update() {
      timeline.update()
      for (const each of [...parts, ...rest]) each.update()
    },
  }
}

type Part = { element: HTMLElement; update(): void }

/** A button with two states, each with a name and an icon. */
type TwoWays = { isOn(): boolean; on: [string, IconName]; off: [string, IconName]; key: string; act(): void }

function switchButton({ isOn, act, key, ...ways }: TwoWays): Part {
  const element = toolButton(ways.off[0], ways.off[1], key)
  let drawn: boolean | undefined
  on(element, 'click', act)
  const update = () => {
    if (drawn === isOn()) return
    drawn = isOn()
    const [name, drawing] = drawn ? ways.on : ways.off
    element.replaceChildren(icon(drawing))
    setAttribute(element, 'aria-label', name)
    setAttribute(element, 'title', `${name} (${key})`)
  }
  update()
  return { element, update }
}

function playButton(deck: Deck): Part {
  const { video } = deck
  const made = switchButton({
    isOn: () => !video.paused && !video.ended,
    on: ['Pause', 'pause'],
    off: ['Play', 'play'],
    key: 'k',
    act: deck.toggle,
  })
  made.element.classList.add('play')
  return made
}

function muteButton(deck: Deck): Part {
  return switchButton({
    isOn: () => deck.video.muted,
    on: ['Unmute', 'mute'],
    off: ['Mute', 'loud'],
    key: 'm',
    act: deck.toggleMute,
  })
}

function volumeSlider(deck: Deck): Part {
  const element = el('input', { type: 'range', class: 'volume', min: 0, max: 1, step: 0.05, 'aria-label': 'Volume' })
  on(element, 'input', () => deck.setVolume(Number(element.value)))
  const update = () => {
    const volume = deck.video.muted ? 0 : deck.video.volume
    element.value = String(volume)
    setAttribute(element, 'aria-valuetext', `${Math.round(volume * 100)} percent`)
    element.style.setProperty('--volume', String(volume))
  }
  return { element, update }
}

function timeText(deck: Deck): Part {
  const element = el('span', { class: 'time' })
  const update = () => {
    const { position, end, isLive } = deck.range()
    const behind = deck.isAtLive() ? '' : `-${clockText(end - position)}`
    setText(element, isLive ? behind : `${clockText(position)} / ${clockText(end)}`)
  }
  return { element, update }
}

function liveButton(deck: Deck): Part {
  const element = el('button', { type: 'button', class: 'live', hidden: true }, el('i'), 'Live')
  on(element, 'click', deck.goLive)
  const update = () => {
    element.hidden = !deck.range().isLive
    const isAtLive = deck.isAtLive() && !deck.video.paused
    element.classList.toggle('on', isAtLive)
    setAttribute(element, 'aria-label', isAtLive ? 'Live' : 'Go to live')
    setAttribute(element, 'title', isAtLive ? 'You are watching live' : 'Go to live')
  }
  return { element, update }
}

function captionsButton(texts: Texts): Part {
  const element = toolButton('Captions', 'captions', 'c')
  on(element, 'click', texts.toggle)
  const update = () => {
    element.hidden = texts.list().length === 0
    setAttribute(element, 'aria-pressed', String(texts.current() !== undefined))
  }
  return { element, update }
}

function insetButton({ video }: Deck): Part {
  const made = switchButton({
    isOn: () => document.pictureInPictureElement === video,
    on: ['Leave picture-in-picture', 'inset'],
    off: ['Picture-in-picture', 'inset'],
    key: 'i',
    act: () => toggleInset(video),
  })
  made.element.hidden = !document.pictureInPictureEnabled
  return made
}

/** Toggles picture-in-picture. */
export function toggleInset(video: HTMLVideoElement): void {
  const done =
    document.pictureInPictureElement === video ? document.exitPictureInPicture() : video.requestPictureInPicture?.()
  done?.catch(() => undefined)
}

function fullscreenButton(root: HTMLElement, video: HTMLVideoElement): Part {
  return switchButton({
    isOn: () => document.fullscreenElement === root,
    on: ['Leave full screen', 'shrink'],
    off: ['Full screen', 'grow'],
    key: 'f',
    act: () => toggleFullscreen(root, video),
  })
}

/** Toggles full screen. iPhones allow it for the video element only. */
export function toggleFullscreen(
  root: HTMLElement,
  video: HTMLVideoElement & { webkitEnterFullscreen?(): void },
): void {
  if (document.fullscreenElement === root) void document.exitFullscreen()
  else if (root.requestFullscreen !== undefined) root.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}
