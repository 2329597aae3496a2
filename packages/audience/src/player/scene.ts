import { el, on } from '#audience/dom.ts'
import { icon, type IconName } from '#audience/icons.ts'
import type { Playback } from '#audience/playback.ts'
import { countdownParts, zonedMomentText } from '#audience/time.ts'

/** A panel over the video in place of playback: words, a countdown, a form. */
export type Panel = { kind: string; content: HTMLElement; close?: () => void }

/** Shows one panel at a time. */
export type Scene = {
  element: HTMLElement
  /** Shows a panel, unless one with this key is visible; undefined hides it. */
  show(key: string | undefined, make?: () => Panel): void
  kind(): string | undefined
}

/** Makes the container of panels. `root` carries the kind as `data-scene`, for the style sheet. */
export function makeScene(root: HTMLElement): Scene {
  const element = el('div', { class: 'scene', hidden: true })
  let current: { key: string; panel: Panel } | undefined
  return {
    element,
    kind: () => current?.panel.kind,
    show(key, make) {
      if (key === current?.key) return
      current?.panel.close?.()
      const panel = key === undefined ? undefined : make?.()
      current = key === undefined || panel === undefined ? undefined : { key, panel }
      element.replaceChildren(...(panel === undefined ? [] : [panel.content]))
      element.hidden = panel === undefined
      if (panel === undefined) delete root.dataset['scene']
      else root.dataset['scene'] = panel.kind
    },
  }
}

/** Words and actions of a panel. */
export type Notice = { icon?: IconName; title: string; text?: string; actions?: readonly (HTMLElement | undefined)[] }

/** A panel of words, announced by screen readers. */
export function wordsPanel(kind: string, notice: Notice): Panel {
  const content = el(
    'div',
    { class: 'panel', role: 'status' },
    notice.icon === undefined ? undefined : icon(notice.icon),
    el('p', { class: 'panel-title' }, notice.title),
    notice.text === undefined ? undefined : el('p', {}, notice.text),
    ...(notice.actions ?? []),
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

type Upcoming = Pick<Playback, 'kind' | 'scheduledAt'>

/** A panel with a countdown to the start. Without a schedule, or after it, a sentence takes its place. */
export function waitingPanel({ kind, scheduledAt }: Upcoming, nowMs: () => number): Panel {
  const at = scheduledAt === null ? undefined : Date.parse(scheduledAt)
  const unscheduled = kind === 'stream' ? 'Not live yet' : 'In preparation'
  const head = el('p', { class: 'panel-title' })
  const clock = el('div', { class: 'countdown', role: 'timer' })
  const text = el('p')
  const draw = () => {
    const left = at === undefined ? 0 : at - nowMs()
    clock.hidden = left <= 0
    head.textContent = left > 0 ? 'Starts in' : at === undefined ? unscheduled : 'About to start'
    text.textContent = left > 0 && scheduledAt !== null ? zonedMomentText(scheduledAt) : 'It begins here by itself.'
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
