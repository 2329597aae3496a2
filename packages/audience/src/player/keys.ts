import { el, on } from '#audience/dom.ts'
import type { Texts } from './captions.ts'
import { toggleFullscreen, toggleInset } from './controls.ts'
import type { Deck } from './deck.ts'
import { openDialog } from '#audience/dialog.ts'

/** Targets of key presses. `root` is the element for full screen. */
export type KeyParts = { deck: Deck; texts: Texts; root: HTMLElement; onUse(): void }

type Key = { keys: readonly string[]; label: string; does: string; act(event: KeyboardEvent): void }

const frameSeconds = 1 / 30

/** Listens for the player's keys on the whole page; `?` shows them. */
export function listenForKeys(parts: KeyParts): void {
  const all = keysOf(parts)
  const byKey = new Map(all.flatMap((each) => each.keys.map((key) => [key, each] as const)))
  on(document, 'keydown', (event) => {
    const { ctrlKey, metaKey, altKey, key, target } = event
    const found = byKey.get(key.length === 1 ? key.toLowerCase() : key)
    if (found === undefined || ctrlKey || metaKey || altKey || isTaken(target, key)) return
    event.preventDefault()
    found.act(event)
    parts.onUse()
  })
}

/** Whether the focused element uses the key itself: a field, a dialog, the space bar of a button. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog, textarea, select, [contenteditable], fieldset') !== null) return true
  if (target instanceof HTMLInputElement) {
    return target.type !== 'range' || (target.matches('.volume') && key.startsWith('Arrow'))
  }
  return key === ' ' && target.closest('button, summary') !== null
}

function keysOf({ deck, texts, root }: KeyParts): Key[] {
  const { video } = deck
  const seek = (seconds: number) => () => deck.seekBy(seconds)
  const step = (frames: number) => () => {
    video.pause()
    video.currentTime += frames * frameSeconds
  }
  const keys: Key[] = [
    { keys: ['k', ' '], label: 'k or space', does: 'Play or pause', act: deck.toggle },
    { keys: ['ArrowLeft'], label: '←', does: 'Back 5 seconds', act: seek(-5) },
    { keys: ['ArrowRight'], label: '→', does: 'Forward 5 seconds', act: seek(5) },
    { keys: ['j'], label: 'j', does: 'Back 10 seconds', act: seek(-10) },
    { keys: ['l'], label: 'l', does: 'Forward 10 seconds', act: seek(10) },
    { keys: ['ArrowUp'], label: '↑', does: 'Louder', act: () => deck.setVolume(video.volume + 0.05) },
    { keys: ['ArrowDown'], label: '↓', does: 'Quieter', act: () => deck.setVolume(video.volume - 0.05) },
    { keys: ['m'], label: 'm', does: 'Audio off or on', act: deck.toggleMute },
    { keys: ['c'], label: 'c', does: 'Captions off or on', act: texts.toggle },
    { keys: ['f'], label: 'f', does: 'Full screen', act: () => toggleFullscreen(root, video) },
    { keys: ['i'], label: 'i', does: 'Picture-in-picture', act: () => toggleInset(video) },
    { keys: ['Home'], label: 'Home', does: 'To the start', act: () => deck.seekTo(deck.range().start) },
    { keys: ['End'], label: 'End', does: 'To the end, or to live', act: () => deck.seekTo(deck.range().end) },
    { keys: [...'0123456789'], label: '0 … 9', does: 'To this tenth of it', act: (event) => toTenth(deck, event.key) },
    { keys: [','], label: ',', does: 'Back one frame, paused', act: step(-1) },
    { keys: ['.'], label: '.', does: 'Forward one frame, paused', act: step(1) },
  ]
  return [...keys, { keys: ['?'], label: '?', does: 'These keys', act: () => showKeys(keys) }]
}

function toTenth(deck: Deck, digit: string): void {
  const { start, end } = deck.range()
  deck.seekTo(start + ((end - start) * Number(digit)) / 10)
}

/** Shows the keys in a dialog. */
function showKeys(keys: readonly Key[]): void {
  const rows = keys.flatMap(({ label, does }) => [el('dt', {}, el('kbd', {}, label)), el('dd', {}, does)])
  openDialog('Keys of the player', el('dl', { class: 'keys' }, ...rows))
}
