import { el, on } from '#audience/dom.ts'
import { icon, type IconName } from '#audience/icons.ts'
import type { Playback } from '#audience/playback.ts'
import { countdownParts, momentText } from '#audience/time.ts'

/** A panel over the video in place of playback: words, a countdown, a form. */
export type Panel = { kind: string; content: HTMLElement; close?: () => void }

/** Shows one panel at a time. */
export type Scene = {
  element: HTMLElement
  /** Shows a panel, unless the one with this key is there already; none with undefined. */
  show(key: string | undefined, make?: () => Panel): void
  kind(): string | undefined
}

/** Makes the place for panels; `root` carries the kind as `data-scene`, for the style sheet. */
export function makeScene(root: HTMLElement): Scene {
  const element = el('div', { class: 'scene', hidden: true })
  let shown: { key: string; panel: Panel } | undefined
  return {
    element,
    kind: () => shown?.panel.kind,
    show(key, make) {
      if (key === shown?.key) return
      shown?.panel.close?.()
      const panel = key === undefined ? undefined : make?.()
      shown = key === undefined || panel === undefined ? undefined : { key, panel }
      element.replaceChildren(...(panel === undefined ? [] : [panel.content]))
      element.hidden = panel === undefined
      if (panel === undefined) delete root.dataset['scene']
      else root.dataset['scene'] = panel.kind
    },
  }
}

/** Words and actions of a panel. */
export type Said = { icon?: IconName; title: string; text?: string; actions?: readonly (HTMLElement | undefined)[] }

/** A panel of words, announced by screen readers. */
export function wordsPanel(kind: string, said: Said): Panel {
  const content = el(
    'div',
    { class: 'panel', role: 'status' },
    said.icon === undefined ? undefined : icon(said.icon),
    el('p', { class: 'panel-title' }, said.title),
    said.text === undefined ? undefined : el('p', {}, said.text),
    ...(said.actions ?? []),
  )
  return { kind, content }
}

/** A large round button in the middle of the video. */
export function roundButton(name: string, drawing: IconName, act: () => void): HTMLElement {
  const button = el('button', { type: 'button', class: 'round', 'aria-label': name }, icon(drawing))
  on(button, 'click', act)
  return button
}

/** A button with a word. */
export function wordButton(name: string, act: () => void): HTMLElement {
  const button = el('button', { type: 'button', class: 'button' }, name)
  on(button, 'click', act)
  return button
}

type Awaited = Pick<Playback, 'kind' | 'scheduledAt'>

/** Counts down to a moment, in the viewer's own zone; when it is past, or there is none, it says what comes. */
export function waitingPanel({ kind, scheduledAt }: Awaited, nowMs: () => number): Panel {
  const at = scheduledAt === null ? undefined : Date.parse(scheduledAt)
  const unscheduled = kind === 'stream' ? 'Not live yet' : 'In preparation'
  const head = el('p', { class: 'panel-title' })
  const clock = el('div', { class: 'countdown', role: 'timer' })
  const text = el('p')
  const draw = () => {
    const left = at === undefined ? 0 : at - nowMs()
    clock.hidden = left <= 0
    head.textContent = left > 0 ? 'Starts in' : at === undefined ? unscheduled : 'About to start'
    text.textContent = left > 0 && scheduledAt !== null ? momentText(scheduledAt) : 'It begins here by itself.'
    clock.replaceChildren(
      ...countdownParts(left).map(({ count, unit }) =>
        el(
          'span',
          {},
          el('b', {}, String(count).padStart(2, '0')),
          el('small', {}, count === 1 ? unit.slice(0, -1) : unit),
        ),
      ),
    )
  }
  draw()
  const timer = window.setInterval(draw, 1_000)
  return {
    kind: 'waiting',
    content: el('div', { class: 'panel' }, head, clock, text),
    close: () => window.clearInterval(timer),
  }
}
