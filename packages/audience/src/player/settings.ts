import { el, on, setAttribute } from '#audience/dom.ts'
import { icon } from '#audience/icons.ts'
import type { Texts } from './captions.ts'
import type { Deck } from './deck.ts'
import type { Quality } from './engine.ts'

/** A button with a sheet of choices: speed, quality, captions. */
export type Settings = { element: HTMLElement; update(): void; close(): void }

type Choice = { value: string; label: string; isChosen: boolean; choose(): void }
type Group = { name: string; title: string; choices: Choice[] }

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** Makes the button and its sheet. Each opening draws the sheet again, with the current choices. */
export function makeSettings(deck: Deck, texts: Texts): Settings {
  const sheet = el('div', { class: 'sheet', id: 'player-settings', hidden: true })
  const button = el(
    'button',
    { type: 'button', class: 'tool', 'aria-label': 'Settings', 'aria-expanded': 'false', 'aria-controls': sheet.id },
    icon('settings'),
  )
  const element = el('div', { class: 'settings' }, button, sheet)
  const groups = () => [speedGroup(deck), qualityGroup(deck), captionGroup(texts)].filter((each) => each !== undefined)
  const setOpen = (isOpen: boolean) => {
    sheet.hidden = !isOpen
    setAttribute(button, 'aria-expanded', String(isOpen))
    if (isOpen) sheet.replaceChildren(...groups().map(groupElement))
  }
  on(button, 'click', () => setOpen(sheet.hidden === true))
  on(element, 'keydown', (event) => {
    if (event.key !== 'Escape' || sheet.hidden) return
    event.stopPropagation()
    setOpen(false)
    button.focus()
  })
  on(element, 'focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) setOpen(false)
  })
  on(document, 'pointerdown', ({ target }) => {
    if (!sheet.hidden && target instanceof Node && !element.contains(target)) setOpen(false)
  })
  return {
    element,
    close: () => setOpen(false),
    update: () => (element.hidden = groups().length === 0),
  }
}

function groupElement({ name, title, choices }: Group): HTMLElement {
  const radios = choices.map(({ value, label, isChosen, choose }) => {
    const input = el('input', { type: 'radio', name: `player-${name}`, value, checked: isChosen })
    on(input, 'change', choose)
    return el('label', {}, input, el('span', {}, label))
  })
  return el('fieldset', { class: name }, el('legend', {}, title), ...radios)
}

/** The choices of speed; none for live streams, whose speed the player sets. */
function speedGroup(deck: Deck): Group | undefined {
  const { isLive, end } = deck.range()
  if (isLive || end === 0) return undefined
  const choices = rates.map((rate) => ({
    value: String(rate),
    label: rate === 1 ? 'Normal' : `${rate}×`,
    isChosen: deck.video.defaultPlaybackRate === rate,
    choose: () => deck.setRate(rate),
  }))
  return { name: 'speed', title: 'Speed', choices }
}

function qualityGroup(deck: Deck): Group | undefined {
  const engine = deck.engine()
  const qualities: Quality[] = engine?.qualities() ?? []
  if (engine === undefined || qualities.length < 2) return undefined
  const choices = qualities.map(({ id, label }) => ({
    value: String(id),
    label,
    isChosen: engine.quality() === id,
    choose: () => engine.choose(id),
  }))
  return { name: 'quality', title: 'Quality', choices }
}

function captionGroup(texts: Texts): Group | undefined {
  const tracks = texts.list()
  if (tracks.length === 0) return undefined
  const off = {
    value: 'off',
    label: 'Off',
    isChosen: texts.current() === undefined,
    choose: () => texts.choose(undefined),
  }
  const choices = tracks.map(({ id, label }) => ({
    value: String(id),
    label,
    isChosen: texts.current() === id,
    choose: () => texts.choose(id),
  }))
  return { name: 'captions', title: 'Captions', choices: [off, ...choices] }
}
